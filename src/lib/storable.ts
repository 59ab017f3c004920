/** Whether every store keeps the text as it is: it has no NUL and no lone surrogate. */
export const storable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** A name that no object may have. */
export const PROTO = '__proto__';
