// SHA-256 (FIPS 180-4): pages opened from a file need not have the browser's.

const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter((n) => {
  for (let d = 2; d * d <= n; ++d) if (n % d === 0) return false;
  return n > 1;
});

/**
 * The first 32 bits behind the point of a root.
 * @param {number} root
 */
function fraction(root) {
  return ((root - Math.floor(root)) * 2 ** 32) >>> 0;
}

const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));

/**
 * The digest of bytes, in hexadecimal.
 * @param {Uint8Array} bytes
 */
export function sha256(bytes) {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) << 6) + 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const state = Uint32Array.from(START);
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; ++i) words[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; ++i) {
      const [a, b] = [words[i - 15], words[i - 2]];
      const first = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
      words[i] = words[i - 16] + first + words[i - 7] + (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10));
    }
    mix(state, words);
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}

/**
 * @param {Uint32Array} state
 * @param {Uint32Array} words
 */
function mix(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; ++i) {
    const sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + sum + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((each, i) => (state[i] += each));
}

/**
 * @param {number} word
 * @param {number} by
 */
function turned(word, by) {
  return (word >>> by) | (word << (32 - by));
}
