/** The text with another last character. A fixed one would be the right one for some texts made at random. */
export const mistyped = (text: string): string => `${text.slice(0, -1)}${text.endsWith('_') ? '-' : '_'}`;
