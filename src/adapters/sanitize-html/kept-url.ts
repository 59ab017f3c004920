const PLACEHOLDER = /\{\{[^{}]*\}\}/g;
const USER_INFO = /^https?:\/*[^/?#]*@/i;
const NOT_IN_A_URL = /[\s\p{C}{}<>"'`\\]/u;
/** A host that nothing after it can prolong, or an address. */
const FIXED_TARGET = /^(https:\/\/[^/?#]+[/?#]|mailto:)/i;

/** Schemes of links and of images. */
export const LINK_SCHEMES: readonly string[] = ['https:', 'mailto:'];
export const IMAGE_SCHEMES: readonly string[] = ['https:'];

/** The URL, if it is complete, without user-info, and has an allowed scheme for every value of its placeholders. */
export function keptUrl(url: string | undefined, schemes: readonly string[]): string | undefined {
  const trimmed = url?.trim() ?? '';
  const [literal = ''] = trimmed.split('{{', 1);
  if (literal !== trimmed && !FIXED_TARGET.test(literal)) return undefined;
  const filled = trimmed.replaceAll(PLACEHOLDER, 'x');
  if (NOT_IN_A_URL.test(filled) || USER_INFO.test(filled)) return undefined;
  const parsed = URL.parse(filled);
  return parsed && schemes.includes(parsed.protocol) ? trimmed : undefined;
}
