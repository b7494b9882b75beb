/*
 * Start-up of Cortex-M boards under QEMU, and text through semihosting. Everything the program needs of a C library is
 * here: the image has nothing else in it, but the compiler's own helpers.
 */
#include "board.h"

enum { SYS_WRITE0 = 0x04, SYS_EXIT_EXTENDED = 0x20, STOPPED_BY_APPLICATION = 0x20026 };

extern uint32_t data_load[], data_start[], data_end[], bss_start[], bss_end[], stack_top[];
int main(void);

static void semihost(uint32_t operation, const void *argument)
{
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
}

void board_put(const char *text)
{
    semihost(SYS_WRITE0, text);
}

static void leave(uint32_t status)
{
    const uint32_t block[2] = {STOPPED_BY_APPLICATION, status};
    for (;;) {
        semihost(SYS_EXIT_EXTENDED, block);
    }
}

/* A fault ends the run instead of hanging it. */
static void fault(void)
{
    leave(99);
}

void reset(void);
void reset(void)
{
#ifdef __ARM_FP
    *(volatile uint32_t *)0xE000ED88 |= 0xFu << 20; /* CPACR: the floating-point unit on */
    __asm__ volatile("dsb\n\tisb");
#endif
    memcpy(data_start, data_load, (size_t)((uint8_t *)data_end - (uint8_t *)data_start));
    memset(bss_start, 0, (size_t)((uint8_t *)bss_end - (uint8_t *)bss_start));
    leave((uint32_t)main());
}

typedef void handler(void);
typedef struct vector_table {
    const uint32_t *stack;
    handler *handlers[15];
} vector_table;

__attribute__((section(".vectors"), used)) static const vector_table vectors = {
    stack_top,
    {reset, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault},
};
