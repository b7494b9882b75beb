// Times as the user's region writes them, from those of records, which are ISO 8601.

import { currentRegion } from "./texts.mjs";

/**
 * Day and time of day of a record's time, as they were where it was recorded; what is none as it is.
 * @param {string} time
 */
export function shownTime(time) {
  const at = new Date(`${time.slice(0, 19)}Z`);
  if (Number.isNaN(at.getTime())) return time;
  const written = (/** @type {Intl.DateTimeFormatOptions} */ options) =>
    new Intl.DateTimeFormat(currentRegion(), { ...options, timeZone: "UTC" })
      .formatToParts(at)
      .map(({ type, value }) => (type === "year" ? time.slice(0, 4) : value))
      .join("");
  return `${written({ dateStyle: "short" })}, ${written({ timeStyle: "short" })}`.replace(/[\u00a0\u202f]/g, " ");
}
