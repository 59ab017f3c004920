import { element, outside, unseen } from './dom.js';
import { headerParts } from './header-parts.js';

const HEADING = /^h([1-4])$/;

export interface HeaderOptions {
  /** Level of the conversation's heading; headings of the header are below it. */
  readonly headingLevel: string;
  /** Hint of links that open in a new tab. */
  readonly opensInNewTab: string;
}

/** The header of the conversation's type as elements; undefined where it is not as the service writes it. */
export function headerNodes(html: string, options: HeaderOptions): readonly Node[] | undefined {
  const parts = headerParts(html);
  if (!parts) return undefined;
  const top = element('div');
  const open: HTMLElement[] = [top];
  for (const part of parts) {
    const parent = open.at(-1) ?? top;
    if (part.kind === 'text') parent.append(part.text);
    else if (part.kind === 'break') parent.append(element('br'));
    else if (part.kind === 'image') parent.append(imageOf(part.src, part.alt));
    else if (part.kind === 'close') ended(open.pop(), options);
    else {
      const made = elementOf(part.tag, part.href, options);
      parent.append(made);
      open.push(made);
    }
  }
  return [...top.childNodes];
}

const imageOf = (src: string, alt: string): HTMLElement =>
  element('img', { src, alt, loading: 'lazy', referrerpolicy: 'no-referrer' });

function elementOf(tag: string, href: string | undefined, { headingLevel }: HeaderOptions): HTMLElement {
  if (href !== undefined) return href.startsWith('https:') ? outside(href) : element('a', { href });
  const [, level] = HEADING.exec(tag) ?? [];
  if (level === undefined) return element(tag as 'span');
  const below = Math.min(6, Number(headingLevel) + Number(level));
  return element('div', { class: tag, role: 'heading', 'aria-level': String(below) });
}

/** The hint of a link comes after its text. */
function ended(made: HTMLElement | undefined, { opensInNewTab }: HeaderOptions): void {
  if (made?.getAttribute('target') === '_blank') made.append(unseen(` (${opensInNewTab})`));
}
