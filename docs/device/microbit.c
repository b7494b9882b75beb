/* The serial line of a BBC micro:bit (nRF51822, Cortex-M0), which is also the one of `qemu-system-arm -M microbit`. */
#include "serial.h"

#include <stdint.h>

enum { UART = 0x40002000, TX_PIN = 24, RX_PIN = 25, BAUD_115200 = 0x01D7E000, ENABLED = 4, RECEIVED = 1 << 2, INTERRUPT = 1 << 2 };

static volatile uint32_t *uart(uint32_t offset)
{
    return (volatile uint32_t *)(UART + offset);
}

#define START_RECEIVING (*uart(0x000))
#define START_SENDING (*uart(0x008))
#define HAS_RECEIVED (*uart(0x108))
#define HAS_SENT (*uart(0x11C))
#define INTERRUPT_ON (*uart(0x304))
#define ENABLE (*uart(0x500))
#define PIN_OF_TX (*uart(0x50C))
#define PIN_OF_RX (*uart(0x514))
#define RECEIVE (*uart(0x518))
#define SEND (*uart(0x51C))
#define BAUD_RATE (*uart(0x524))
#define NVIC_ENABLE (*(volatile uint32_t *)0xE000E100)
#define NVIC_FORGET (*(volatile uint32_t *)0xE000E280)

/* An interrupt is never taken: it only ends a sleep. */
void serial_open(void)
{
    __asm__ volatile("cpsid i");
    PIN_OF_TX = TX_PIN;
    PIN_OF_RX = RX_PIN;
    BAUD_RATE = BAUD_115200;
    ENABLE = ENABLED;
    INTERRUPT_ON = RECEIVED;
    NVIC_ENABLE = INTERRUPT;
    START_RECEIVING = 1;
    START_SENDING = 1;
}

char serial_get(void)
{
    while (HAS_RECEIVED == 0) {
        __asm__ volatile("wfi");
    }
    HAS_RECEIVED = 0;
    NVIC_FORGET = INTERRUPT;
    return (char)RECEIVE;
}

void serial_put(const char *text)
{
    for (; *text != '\0'; ++text) {
        HAS_SENT = 0;
        SEND = (uint8_t)*text;
        while (HAS_SENT == 0) {
        }
    }
}
