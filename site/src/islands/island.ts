import { importChunk, reloadIfMissing } from './chunks.ts';
import reactUrl from './react.ts?island';
import signUpUrl from './sign-up.tsx?island';
import tryItUrl from './try-it.tsx?island';

/** The file of each island by its name. */
const urls: Readonly<Record<string, string>> = { 'sign-up': signUpUrl, 'try-it': tryItUrl };

interface React {
  mount(root: HTMLElement, island: unknown, props: object, isPage: boolean): void;
}

/** Loads an island at once or when its button is pressed. It shows a spinner meanwhile, and an error with "Retry" after a failure. */
class Island extends HTMLElement {
  private readonly spinner = this.querySelector<HTMLElement>('[role=progressbar]')!;
  private readonly root = this.querySelector<HTMLElement>('.island')!;
  private readonly start = this.querySelector<HTMLButtonElement>('.start');
  private readonly failure = this.querySelector<HTMLElement>('.failure')!;

  connectedCallback(): void {
    this.failure.querySelector('button')!.addEventListener('click', () => void this.load());
    if (!this.start) return void this.load();
    this.start.disabled = false;
    this.start.addEventListener('click', () => void this.load());
  }

  private async load(): Promise<void> {
    const url = urls[this.dataset.name ?? ''] ?? '';
    this.show('loading');
    try {
      const { mount } = await importChunk<React>(reactUrl);
      const { default: island } = await importChunk<{ default: unknown }>(url);
      mount(this.root, island, JSON.parse(this.dataset.props ?? '{}'), this.dataset.page !== undefined);
      this.show('alive');
    } catch (error) {
      if (await reloadIfMissing([reactUrl, url], import.meta.url)) return;
      this.failure.querySelector('p')!.textContent = String(error);
      this.show('failed');
    }
  }

  private show(state: 'loading' | 'alive' | 'failed'): void {
    this.spinner.hidden = state !== 'loading';
    this.root.hidden = state === 'failed';
    if (this.start) this.start.disabled = state === 'loading';
    this.failure.hidden = state !== 'failed';
  }
}
customElements.define('tidings-island', Island);
