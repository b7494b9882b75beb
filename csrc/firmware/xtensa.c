/* The same for Xtensa, whose simulator QEMU takes calls to the host by an instruction of their own. */
#include "board.h"

enum { SYS_EXIT = 1, SYS_WRITE = 4, STANDARD_OUTPUT = 1 };

extern uint8_t bss_start[], bss_end[];
int main(void);

__attribute__((noinline)) static void simcall(int32_t call, int32_t first, const void *second, uint32_t third)
{
    register int32_t a2 __asm__("a2") = call;
    register int32_t a3 __asm__("a3") = first;
    register const void *a4 __asm__("a4") = second;
    register uint32_t a5 __asm__("a5") = third;
    /* simcall, which the assembler for this core does not know by name */
    __asm__ volatile(".byte 0x00, 0x51, 0x00" : "+r"(a2), "+r"(a3) : "r"(a4), "r"(a5) : "memory");
}

void board_put(const char *text)
{
    uint32_t length = 0;
    while (text[length] != '\0') {
        ++length;
    }
    simcall(SYS_WRITE, STANDARD_OUTPUT, text, length);
}

/* The loader has put .data into its place. */
void start(void);
void start(void)
{
    memset(bss_start, 0, (size_t)(bss_end - bss_start));
    const int32_t status = main();
    for (;;) {
        simcall(SYS_EXIT, status, NULL, 0);
    }
}

__asm__(".section .reset, \"ax\"\n.globl reset\nreset:\n\tj 2f\n\t.align 4\n1:\t.word stack_top, start\n"
        "2:\tl32r a1, 1b\n\tl32r a0, 1b + 4\n\tjx a0\n.text\n");
