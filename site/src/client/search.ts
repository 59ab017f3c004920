interface Found {
  readonly url: string;
  readonly excerpt: string;
  readonly meta: { readonly title?: string };
}

interface Pagefind {
  init(): Promise<void>;
  debouncedSearch(words: string): Promise<{ results: readonly { data(): Promise<Found> }[] } | null>;
}

const SHOWN = 8;
/** Made by the build, so no bundler may resolve it. */
const INDEX = '/pagefind/pagefind.js';

const routeOf = (url: string) => url.replace(/(^|\/)index\.html/, '$1').replace(/\.html(?=$|#)/, '');

/** The search dialog. The code and the index of the search are loaded when it opens first. */
class SiteSearch extends HTMLElement {
  private pagefind: Promise<Pagefind> | undefined;
  private readonly dialog = this.querySelector('dialog')!;
  private readonly input = this.querySelector('input')!;
  private readonly status = this.querySelector('p')!;
  private readonly list = this.querySelector('ol')!;

  connectedCallback(): void {
    const button = this.querySelector<HTMLButtonElement>('.open')!;
    button.disabled = false;
    button.addEventListener('click', () => this.open());
    this.input.addEventListener('input', () => void this.find());
    this.dialog.addEventListener('click', ({ target }) => {
      if (target === this.dialog || (target instanceof Element && target.closest('a'))) this.dialog.close();
    });
    addEventListener('keydown', (event) => {
      const typing =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
      const key = (event.ctrlKey || event.metaKey) && event.key === 'k';
      if (!key && (event.key !== '/' || typing)) return;
      event.preventDefault();
      this.open();
    });
  }

  private open(): void {
    if (!this.dialog.open) this.dialog.showModal();
    this.input.focus();
    this.pagefind ??= this.load();
    this.pagefind.catch((error: Error) => {
      this.pagefind = undefined;
      this.status.textContent = `The search could not be loaded: ${error.message}`;
    });
  }

  private async load(): Promise<Pagefind> {
    const pagefind = (await import(/* @vite-ignore */ INDEX)) as Pagefind;
    await pagefind.init();
    return pagefind;
  }

  private async find(): Promise<void> {
    const words = this.input.value.trim();
    const found = await (await this.pagefind)?.debouncedSearch(words);
    if (!found || words !== this.input.value.trim()) return;
    const pages = await Promise.all(found.results.slice(0, SHOWN).map((result) => result.data()));
    this.status.textContent =
      words === '' ? '' : pages.length === 0 ? `No page has “${words}”.` : `${found.results.length} found`;
    this.list.replaceChildren(...(words === '' ? [] : pages.map(itemOf)));
  }
}

function itemOf({ url, excerpt, meta }: Found): HTMLLIElement {
  const item = document.createElement('li');
  const link = Object.assign(document.createElement('a'), { href: routeOf(url), textContent: meta.title ?? url });
  // Pagefind escapes the text around its <mark>.
  const text = Object.assign(document.createElement('p'), { innerHTML: excerpt });
  item.append(link, text);
  return item;
}

customElements.define('tidings-search', SiteSearch);
