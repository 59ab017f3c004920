import { webAddresses } from './web-address.js';

type Child = Node | string | undefined | false;

/** Attributes as they are written in HTML; functions are listeners. A text is always a text node, never HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | boolean | ((event: Event) => void) | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(attribute, value);
    else if (value === true) made.setAttribute(attribute, '');
    else if (typeof value === 'string') made.setAttribute(attribute, value);
  }
  made.append(...children.filter((child): child is Node | string => child !== undefined && child !== false));
  return made;
}

/** The level is that of the page around it. */
export const heading = (level: string, text: string): HTMLElement =>
  element('div', { class: 'title', role: 'heading', 'aria-level': level }, element('bdi', {}, text));

/** A line that only screen readers read. */
export const unseen = (text: string): HTMLElement => element('span', { class: 'hidden' }, text);

/** A text whose web addresses are links. Each part has an element of its own, which a translation of the page may change. */
export function linked(text: string, hint: string): readonly Node[] {
  const nodes: Node[] = [];
  let from = 0;
  for (const { index, address } of webAddresses(text)) {
    nodes.push(element('span', {}, text.slice(from, index)), outside(address, hint, address));
    from = index + address.length;
  }
  nodes.push(element('span', {}, text.slice(from)));
  return nodes;
}

/** A link that names no referrer to the other site. It opens in a new tab, as its hint says. */
export const outside = (href: string, hint: string, ...content: readonly Child[]): HTMLElement =>
  element('a', { href, target: '_blank', rel: 'noopener noreferrer nofollow' }, ...content, unseen(` (${hint})`));
