/** Unicode's ignorable characters include the fillers of Hangul; U+2800 is the empty Braille pattern. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a reader sees something of the text. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/** Control characters, line and paragraph separators, and what changes the direction of the text around it. */
const UNFIT_FOR_LINE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** Whether the text is fit for a name or a label, which appear in the middle of other text. */
export const isLine = (text: string): boolean => !UNFIT_FOR_LINE.test(text);

/** The form of names and labels (NFC), in which the same characters are the same text. */
export const composed = (text: string): string => text.normalize('NFC');
