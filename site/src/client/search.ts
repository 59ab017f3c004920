import { importChunk, reloadIfMissing } from '../islands/chunks.ts';
import codeUrl from './search-code.ts?island';
import type { Pagefind } from './search-results.ts';

/** Made by the build, so no bundler may resolve it. */
const INDEX = '/pagefind/pagefind.js';
/** A pasted answer of the API has its code within this number of characters. */
const LONGEST = 2_000;
/** Typing goes on within this time. */
const PAUSE_MS = 200;

const isMac = /^(Mac|iP)/.test(navigator.platform);

interface Code {
  search(pagefind: Pagefind, words: string): Promise<{ readonly summary: string; readonly groups: readonly Node[] }>;
}
type Search = (words: string) => ReturnType<Code['search']>;

async function load(): Promise<Search> {
  const [{ search }, pagefind] = await Promise.all([importChunk<Code>(codeUrl), importChunk<Pagefind>(INDEX)]);
  await pagefind.init();
  return (words) => search(pagefind, words);
}

/** The search dialog. The code and the index of the search are loaded when it opens first. */
class SiteSearch extends HTMLElement {
  private search: Promise<Search> | undefined;
  private readonly dialog = this.querySelector('dialog')!;
  private readonly input = this.querySelector('input')!;
  private readonly status = this.querySelector('p')!;
  private readonly found = this.querySelector('.found')!;
  private typed: ReturnType<typeof setTimeout> | undefined;

  connectedCallback(): void {
    this.prepareButton(this.querySelector<HTMLButtonElement>('.open')!);
    this.input.addEventListener('input', () => {
      clearTimeout(this.typed);
      this.typed = setTimeout(() => void this.find(), PAUSE_MS);
    });
    this.dialog.addEventListener('keydown', (event) => this.press(event));
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
      if (!this.isCalled(event)) return;
      event.preventDefault();
      this.open();
    });
  }

  private prepareButton(button: HTMLButtonElement): void {
    if (isMac) {
      button.querySelector('kbd')!.textContent = '⌘ K';
      button.setAttribute('aria-keyshortcuts', 'Meta+K /');
    }
    button.disabled = false;
    button.addEventListener('click', () => this.open());
  }

  /** ⌘ K on a Mac and Ctrl K elsewhere, also while typing; "/" where no field takes it. */
  private isCalled({ key, target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
    const [wanted, other] = isMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
    if (key.toLowerCase() === 'k' && wanted) return !other && !altKey && !shiftKey;
    const field = target instanceof Element && target.closest('input, textarea, select, [contenteditable]');
    // A dialog that was closed a moment ago still has the focus.
    return key === '/' && !(field && (field !== this.input || this.dialog.open));
  }

  private open(): void {
    if (!this.dialog.open) this.dialog.showModal();
    this.input.select();
    if (this.search) return;
    this.status.textContent = 'Loading the search …';
    this.search = load();
    this.search.then(
      () => void this.find(),
      (error: Error) => void this.fail(error),
    );
  }

  private async fail({ message }: Error): Promise<void> {
    this.search = undefined;
    if (await reloadIfMissing([codeUrl], import.meta.url)) return;
    this.status.textContent = `The search did not load. Close it and open it again. ${message}`;
  }

  /** The arrows move between the field and the results of all groups, as Tab does. Enter opens, Escape closes. */
  private press(event: KeyboardEvent): void {
    const { key } = event;
    if (key === 'Escape') {
      // By itself the key would empty the field first.
      event.preventDefault();
      this.dialog.close();
    } else if (key === 'Enter' && event.target === this.input) {
      event.preventDefault();
      void this.openFirst();
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      const stops = [this.input, ...this.found.querySelectorAll('a')];
      const at = stops.indexOf(document.activeElement as HTMLInputElement);
      const next = stops[at + (key === 'ArrowDown' ? 1 : -1)];
      if (at === -1 || !next) return;
      event.preventDefault();
      next.focus();
    }
  }

  /** Enter in the field opens the best result, even before the pause of typing is over. */
  private async openFirst(): Promise<void> {
    clearTimeout(this.typed);
    await this.find();
    this.found.querySelector('a')?.click();
  }

  private get words(): string {
    return this.input.value.trim().slice(0, LONGEST);
  }

  private async find(): Promise<void> {
    const { words } = this;
    const search = await this.search?.catch(() => undefined);
    if (!search) return;
    const { summary, groups } = words === '' ? { summary: '', groups: [] } : await search(words);
    if (words !== this.words) return;
    this.status.textContent = summary;
    this.found.replaceChildren(...groups);
  }
}

customElements.define('tidings-search', SiteSearch);
