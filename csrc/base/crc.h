/* The checksum of model files. Internal to the library. */
#ifndef IFC2F_CRC_H
#define IFC2F_CRC_H

#include <stdint.h>

enum { CRC_AT = 16 };

/* One byte's eight steps of the CRC; a build for speed takes four at once. */
static inline uint32_t crc_step(uint32_t crc)
{
#ifdef __OPTIMIZE_SIZE__
    for (uint32_t bit = 0; bit < 8; ++bit) {
        crc = (crc & 1) != 0 ? crc >> 1 ^ 0xEDB88320 : crc >> 1;
    }
    return crc;
#else
    static const uint32_t table[16] = {
        0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
        0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C,
    };
    crc = table[crc & 15] ^ crc >> 4;
    return table[crc & 15] ^ crc >> 4;
#endif
}

/* CRC-32 (IEEE 802.3, reflected) of all bytes but those that hold it. */
static inline uint32_t crc_of(const uint8_t *bytes, uint32_t length)
{
    uint32_t crc = 0xFFFFFFFF;
    for (uint32_t i = 0; i < length; ++i) {
        if (i - CRC_AT < 4) {
            continue;
        }
        crc = crc_step(crc ^ bytes[i]);
    }
    return ~crc;
}

#endif
