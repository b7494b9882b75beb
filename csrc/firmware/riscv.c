/* The same for RISC-V. */
#include "board.h"

enum { SYS_WRITE0 = 0x04, SYS_EXIT_EXTENDED = 0x20, STOPPED_BY_APPLICATION = 0x20026 };

extern uint32_t data_load[], data_start[], data_end[], bss_start[], bss_end[];
int main(void);

__attribute__((noinline)) static void semihost(uint32_t operation, const void *argument)
{
    register uint32_t a0 __asm__("a0") = operation;
    register const void *a1 __asm__("a1") = argument;
    __asm__ volatile(".option push\n\t.option norvc\n\t.balign 16\n\t"
                     "slli zero, zero, 0x1f\n\tebreak\n\tsrai zero, zero, 7\n\t.option pop"
                     : "+r"(a0)
                     : "r"(a1)
                     : "memory");
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

__attribute__((aligned(4), used)) static void trap(void)
{
    leave(99);
}

void start(void);
void start(void)
{
    __asm__ volatile(".option push\n\t.option arch, +zicsr\n\tcsrw mtvec, %0\n\t.option pop" ::"r"(&trap));
    memcpy(data_start, data_load, (size_t)((uint8_t *)data_end - (uint8_t *)data_start));
    memset(bss_start, 0, (size_t)((uint8_t *)bss_end - (uint8_t *)bss_start));
    leave((uint32_t)main());
}

__asm__(".section .vectors, \"ax\"\n.globl reset\nreset:\n\tla sp, stack_top\n\tj start\n.text\n");
