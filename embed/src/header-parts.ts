import { hasUserInfo } from './web-address.js';

/** What a piece of the header is: text, or the beginning or end of an element. */
export type HeaderPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open'; readonly tag: string; readonly href?: string | undefined }
  | { readonly kind: 'close' }
  | { readonly kind: 'image'; readonly src: string; readonly alt: string }
  | { readonly kind: 'break' };

/** Elements with an end that the service keeps. */
export const HEADER_TAGS: readonly string[] = 'b i em strong u p span div h1 h2 h3 h4 ul ol li a'.split(' ');

const TAG = /^(\/?)([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*)( \/)?>([^<>]*)$/;
const ATTRIBUTE = /([a-z]+)="([^"]*)"/g;
const ENTITY = /&(amp|lt|gt|quot);/g;
const MARKS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const plain = (text: string): string => text.replace(ENTITY, (_, name: string) => MARKS[name] ?? '');

const isOf = (schemes: readonly string[], url: string): boolean =>
  URL.canParse(url) && schemes.includes(new URL(url).protocol) && (url.startsWith('mailto:') || !hasUserInfo(url));

/**
 * The parts of a header as the service writes it (`client_header_html`), without the browser's HTML parser: no markup
 * but that of the service becomes an element, under every content security policy. Undefined: it is written otherwise.
 */
export function headerParts(html: string): readonly HeaderPart[] | undefined {
  const [first = '', ...pieces] = html.split('<');
  const found: HeaderPart[] = first === '' ? [] : [{ kind: 'text', text: plain(first) }];
  const open: string[] = [];
  for (const piece of pieces) {
    const [, end, tag = '', attributes = '', isEmpty, text = ''] = TAG.exec(piece) ?? [];
    const part = partOf(tag, end === '/', isEmpty !== undefined, attributes);
    if (!part) return undefined;
    if (part.kind === 'open') open.push(tag);
    else if (part.kind === 'close' && open.pop() !== tag) return undefined;
    found.push(part);
    if (text !== '') found.push({ kind: 'text', text: plain(text) });
  }
  return open.length === 0 ? found : undefined;
}

function partOf(tag: string, isEnd: boolean, isEmpty: boolean, attributes: string): HeaderPart | undefined {
  const given = Object.fromEntries(
    [...attributes.matchAll(ATTRIBUTE)].map(([, name, value = '']) => [name, plain(value)]),
  );
  const { href, src, alt = '' } = given;
  if (tag === 'br' && isEmpty) return { kind: 'break' };
  if (tag === 'img' && isEmpty && src !== undefined && isOf(['https:'], src)) return { kind: 'image', src, alt };
  if (isEmpty || !HEADER_TAGS.includes(tag)) return undefined;
  if (isEnd) return { kind: 'close' };
  const isLink = tag === 'a' && href !== undefined && isOf(['https:', 'mailto:'], href);
  return { kind: 'open', tag, ...(isLink ? { href } : {}) };
}
