import { findPages, type Hit, type Pagefind } from './search-results';

/** Made by the build, so no bundler may resolve it. */
const INDEX = '/pagefind/pagefind.js';
/** A pasted answer of the API has its code within this number of characters. */
const LONGEST = 2_000;
/** Typing goes on within this time. */
const PAUSE_MS = 200;

/** The search dialog. The code and the index of the search are loaded when it opens first. */
class SiteSearch extends HTMLElement {
  private pagefind: Promise<Pagefind> | undefined;
  private readonly dialog = this.querySelector('dialog')!;
  private readonly input = this.querySelector('input')!;
  private readonly status = this.querySelector('p')!;
  private readonly list = this.querySelector('ol')!;
  private typed: ReturnType<typeof setTimeout> | undefined;

  connectedCallback(): void {
    const button = this.querySelector<HTMLButtonElement>('.open')!;
    button.disabled = false;
    button.addEventListener('click', () => this.open());
    this.input.addEventListener('input', () => {
      clearTimeout(this.typed);
      this.typed = setTimeout(() => void this.find(), PAUSE_MS);
    });
    this.dialog.addEventListener('keydown', (event) => this.move(event));
    this.dialog.addEventListener('click', ({ target }) => {
      if (target === this.dialog || (target instanceof Element && target.closest('a'))) this.dialog.close();
    });
    // The page for unknown addresses searches for the requested address.
    addEventListener('tidings:search', (event) => {
      this.open();
      this.input.value = String((event as CustomEvent<string>).detail);
      void this.find();
    });
    addEventListener('keydown', (event) => {
      const field =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
      // A dialog that was closed a moment ago still has the focus.
      const typing = field && (field !== this.input || this.dialog.open);
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

  /** The arrows move between the field and the results, as Tab does. Enter opens. */
  private move(event: KeyboardEvent): void {
    if (event.key === 'Enter' && event.target === this.input) {
      event.preventDefault();
      void this.openFirst();
      return;
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops = [this.input, ...this.list.querySelectorAll('a')];
    const at = stops.indexOf(document.activeElement as HTMLInputElement);
    const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
    if (at === -1 || !next) return;
    event.preventDefault();
    next.focus();
  }

  /** Enter in the field opens the best result, even before the pause of typing is over. */
  private async openFirst(): Promise<void> {
    clearTimeout(this.typed);
    await this.find();
    this.list.querySelector('a')?.click();
  }

  private get words(): string {
    return this.input.value.trim().slice(0, LONGEST);
  }

  private async load(): Promise<Pagefind> {
    const pagefind = (await import(/* @vite-ignore */ INDEX)) as Pagefind;
    await pagefind.init();
    return pagefind;
  }

  private async find(): Promise<void> {
    const { words } = this;
    const pagefind = await this.pagefind;
    if (!pagefind) return;
    const found = words === '' ? { count: 0, shown: [] } : await findPages(pagefind, words);
    if (words !== this.words) return;
    this.status.textContent =
      words === '' ? '' : found.count === 0 ? `No page has “${words}”.` : `${found.count} found`;
    this.list.replaceChildren(...found.shown.map(itemOf));
  }
}

function itemOf({ url, title, excerpt }: Hit): HTMLLIElement {
  const item = document.createElement('li');
  const link = Object.assign(document.createElement('a'), { href: url, textContent: title });
  const text = Object.assign(document.createElement('p'), { innerHTML: excerpt });
  item.append(link, text);
  return item;
}

customElements.define('tidings-search', SiteSearch);
