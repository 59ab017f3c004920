import { CLEAN_PIECE } from '../../src/catalogue/text/clean-html.js';
import { hasUserInfo } from './web-address.js';

/** A text or an element of a header. */
export type HeaderPart = string | HeaderElement;

export interface HeaderElement {
  readonly tag: string;
  readonly href?: string;
  readonly src?: string;
  readonly alt?: string;
  readonly parts: HeaderPart[];
}

const ENTITY = /&(amp|lt|gt|quot);/g;
const MARKS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const plain = (text: string): string => text.replace(ENTITY, (_, name: string) => MARKS[name] ?? '');

const hasScheme = (url: string, schemes: string): boolean =>
  URL.canParse(url) && schemes.split(' ').includes(new URL(url).protocol) && !hasUserInfo(url);

/** The element that a piece of clean HTML begins. Undefined: the service keeps no such URL. */
function elementIn({ start, href, src, alt }: Readonly<Record<string, string | undefined>>): HeaderElement | undefined {
  const parts: HeaderPart[] = [];
  if (href !== undefined) {
    const url = plain(href);
    return hasScheme(url, 'https: mailto:') ? { tag: 'a', href: url, parts } : undefined;
  }
  if (src === undefined) return { tag: start ?? 'br', parts };
  const url = plain(src);
  return hasScheme(url, 'https:') ? { tag: 'img', src: url, alt: plain(alt ?? ''), parts } : undefined;
}

/**
 * The parts of a header in the form in which the service writes it (`client_header_html`). They are read without the HTML
 * parser of the browser, so nothing else can become an element. Undefined: the header has another form.
 */
export function headerParts(html: string): readonly HeaderPart[] | undefined {
  const [first = '', ...pieces] = html.split('<');
  const top: HeaderElement = { tag: '', parts: first === '' ? [] : [plain(first)] };
  const open = [top];
  for (const piece of pieces) {
    const found = CLEAN_PIECE.exec(piece)?.groups;
    if (!found) return undefined;
    if (found.end !== undefined) {
      if (open.pop()?.tag !== found.end) return undefined;
    } else {
      const made = elementIn(found);
      if (!made) return undefined;
      open.at(-1)?.parts.push(made);
      if (found.src === undefined && made.tag !== 'br') open.push(made);
    }
    if (found.text) open.at(-1)?.parts.push(plain(found.text));
  }
  return open.length === 1 ? top.parts : undefined;
}
