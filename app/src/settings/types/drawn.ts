import { DROPPED_WHOLE, PAIRED_TAGS } from '../../../../src/catalogue/text/clean-html.js';
import type { Values } from './sample.js';

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;
const SHOWN: ReadonlySet<string> = new Set([...PAIRED_TAGS, 'br', 'img']);
const DROPPED: ReadonlySet<string> = new Set(DROPPED_WHOLE);
const LINK_SCHEMES = ['https:', 'mailto:'];
const IMAGE_SCHEMES = ['https:'];

/**
 * A template that the service has not seen yet, as nodes: the elements that the service keeps, without any other
 * attribute. The parsed document runs no script and loads nothing.
 */
export function drawn(html: string, values: Values): readonly Node[] {
  const fill = (text: string) => text.replace(PLACEHOLDER, (_, path: string) => values(path));
  const urlIn = (text: string | null, schemes: readonly string[]): string | undefined => {
    const url = URL.parse(fill(text ?? '').trim());
    return url && schemes.includes(url.protocol) && url.username === '' && url.password === '' ? url.href : undefined;
  };
  const all = (nodes: Iterable<Node>): readonly Node[] => [...nodes].flatMap(kept);
  const kept = (node: Node): readonly Node[] => {
    if (node instanceof Text) return [document.createTextNode(fill(node.data))];
    if (!(node instanceof Element) || DROPPED.has(node.localName)) return [];
    const { localName: tag } = node;
    if (!SHOWN.has(tag)) return all(node.childNodes);
    return tag === 'img' ? imageOf(node) : [elementOf(tag, node)];
  };
  const imageOf = (node: Element): readonly Node[] => {
    const src = urlIn(node.getAttribute('src'), IMAGE_SCHEMES);
    if (src === undefined) return [];
    const image = document.createElement('img');
    Object.assign(image, { referrerPolicy: 'no-referrer', alt: fill(node.getAttribute('alt') ?? ''), src });
    return [image];
  };
  const elementOf = (tag: string, node: Element): Node => {
    // Headings of a preview are none of the page.
    const isHeading = /^h\d$/.test(tag);
    const made = document.createElement(isHeading ? 'div' : tag);
    if (isHeading) made.className = tag;
    const href = tag === 'a' ? urlIn(node.getAttribute('href'), LINK_SCHEMES) : undefined;
    if (href !== undefined) Object.assign(made, { href, target: '_blank', rel: 'noopener noreferrer' });
    made.append(...all(node.childNodes));
    return made;
  };
  return all(new DOMParser().parseFromString(html, 'text/html').body.childNodes);
}
