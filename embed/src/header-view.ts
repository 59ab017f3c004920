import { element, outside } from './dom.js';
import { type HeaderPart, headerParts } from './header-parts.js';

export interface HeaderOptions {
  /** Level of the conversation's heading; headings of the header are below it. */
  readonly headingLevel: string;
  /** Hint of links that open in a new tab. */
  readonly opensInNewTab: string;
}

/** The header of the conversation's type as elements; none if the service would not write it so. */
export const headerNodes = (html: string, options: HeaderOptions): readonly (Node | string)[] =>
  (headerParts(html) ?? []).map((part) => nodeOf(part, options));

function nodeOf(part: HeaderPart, options: HeaderOptions): Node | string {
  if (typeof part === 'string') return part;
  const { tag, href, src, alt, parts } = part;
  const children = parts.map((each) => nodeOf(each, options));
  if (href?.startsWith('https:')) return outside(href, options.opensInNewTab, ...children);
  if (/^h\d$/.test(tag)) {
    const level = Math.min(6, Number(options.headingLevel) + Number(tag[1]));
    return element('div', { class: tag, role: 'heading', 'aria-level': String(level) }, ...children);
  }
  const image = src === undefined ? {} : { src, alt, loading: 'lazy', referrerpolicy: 'no-referrer' };
  return element(tag as 'a', { href, ...image }, ...children);
}
