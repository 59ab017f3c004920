import { IMAGE_SCHEMES, keptUrl, LINK_SCHEMES } from './kept-url.js';

/** Tags that have an end. */
export const PAIRED_TAGS = 'b i em strong u p span div h1 h2 h3 h4 ul ol li a'.split(' ');
/** Levels of nesting. */
export const DEEPEST = 32;

/** Text after a `<`: the end of a tag, a tag without attributes, `br`, a link or an image, and its text. */
const PART = new RegExp(
  `^(?:/(?<end>${PAIRED_TAGS.join('|')})|(?<start>${PAIRED_TAGS.join('|')})|br /` +
    '|a href="(?<href>[^"<>]*)"|img src="(?<src>[^"<>]*)"(?: alt="(?<alt>[^"<>]*)")? /)>(?<text>[^>]*)$',
);
const TEXT = /^[^<>&]*(?:&(?:amp|lt|gt);[^<>&]*)*$/;
const ALT = /^[^&]*(?:&(?:amp|lt|gt|quot);[^&]*)*$/;
const URL_TEXT = /^[^&]*(?:&amp;[^&]*)*$/;

function isKept(url: string | undefined, schemes: readonly string[]): boolean {
  if (url === undefined) return true;
  const decoded = url.replaceAll('&amp;', '&');
  return URL_TEXT.test(url) && keptUrl(decoded, schemes) === decoded;
}

/** Whether HTML is written as the cleaner writes it: such HTML is harmless. Far quicker than cleaning. */
export function isClean(html: string): boolean {
  const [first = '', ...parts] = html.split('<');
  const open: string[] = [];
  for (const part of parts) {
    const found = PART.exec(part)?.groups;
    if (!found) return false;
    const { end, start, href, src, alt = '', text = '' } = found;
    if (!TEXT.test(text) || !ALT.test(alt) || !isKept(href, LINK_SCHEMES) || !isKept(src, IMAGE_SCHEMES)) return false;
    if (end !== undefined && open.pop() !== end) return false;
    if (start !== undefined || href !== undefined) open.push(start ?? 'a');
    if (open.length > DEEPEST) return false;
  }
  return open.length === 0 && TEXT.test(first);
}
