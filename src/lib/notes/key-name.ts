/** Neither blanks nor `+`, which part the lines of notes and keys. */
const NAME = /^[^\s\p{Z}+]{1,200}$/u;

/** Whether keys that sign notes may have the name (C2SP signed-note). */
export const isKeyName = (name: string): boolean => NAME.test(name);
