/* An 8-bit AVR under simavr, which prints what its serial port sends and stops at sleep without interrupts. */
#include "board.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

void board_put(const char *text)
{
    UCSR0B = _BV(TXEN0);
    for (; *text != '\0'; ++text) {
        while ((UCSR0A & _BV(UDRE0)) == 0) {
        }
        UDR0 = (uint8_t)*text;
    }
}

/* What avr-libc runs when main() has returned. */
__attribute__((naked, used, section(".fini1"))) static void stop(void)
{
    while ((UCSR0A & _BV(TXC0)) == 0) {
    }
    cli();
    sleep_mode();
}
