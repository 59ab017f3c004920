/**
 * The operating system refused a call of Node, for example because the disk is full or a server is away. That says
 * nothing about the value at hand.
 */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error;
