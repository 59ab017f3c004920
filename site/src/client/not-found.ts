import { askedFor, type NamedPage, nearestPages } from './nearest-pages';

const SUGGESTED = 3;

/** Names the requested address and suggests pages with a similar one. Everything is text, so an address cannot add HTML. */
class NotFound extends HTMLElement {
  connectedCallback(): void {
    const asked = askedFor(location.pathname);
    const pages = JSON.parse(this.querySelector('script')?.textContent ?? '[]') as readonly NamedPage[];
    const part = (name: string) => this.querySelector<HTMLElement>(`[data-part="${name}"]`)!;
    part('asked').textContent = asked;
    const items = nearestPages(asked, pages, SUGGESTED).map(({ route, title }) => {
      const item = document.createElement('li');
      item.append(Object.assign(document.createElement('a'), { href: route, textContent: title }));
      return item;
    });
    part('pages').replaceChildren(...items);
    part('nearest').hidden = items.length === 0;
    part('search').addEventListener('click', () => {
      const words = asked.split(/[^\p{L}\p{N}._]+/u).filter((word) => word !== '' && word !== 'docs');
      dispatchEvent(new CustomEvent('tidings:search', { detail: words.join(' ') }));
    });
    part('found').hidden = false;
  }
}
customElements.define('tidings-not-found', NotFound);
