/*
 * Functions that the files of one part share, and nobody else: hidden symbols between the files, static ones in the
 * amalgamation. Their names begin with i2f_.
 */
#ifndef IFC2F_PRIVATE_H
#define IFC2F_PRIVATE_H

#ifndef IFC2F_PRIVATE
#if defined(__GNUC__) && !defined(_WIN32)
#define IFC2F_PRIVATE __attribute__((visibility("hidden")))
#else
#define IFC2F_PRIVATE
#endif
#endif

#endif
