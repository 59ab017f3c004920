import { store, stored } from './storage.ts';

const KEY = 'tidings.consent';

/** Loads each foreign script once, after the reader accepted. */
class Consent extends HTMLElement {
  private loaded = false;

  connectedCallback(): void {
    const section = this.querySelector('section')!;
    for (const button of this.querySelectorAll('button')) {
      button.addEventListener('click', () => {
        store(KEY, button.value);
        section.hidden = true;
        if (button.value === 'accepted') this.load();
      });
    }
    for (const opener of document.querySelectorAll<HTMLButtonElement>('[data-cookie-settings]')) {
      opener.hidden = false;
      opener.addEventListener('click', () => {
        section.hidden = false;
      });
    }
    const chosen = stored(KEY);
    if (chosen === 'accepted') this.load();
    else if (chosen !== 'rejected') section.hidden = false;
  }

  private load(): void {
    if (this.loaded) return;
    this.loaded = true;
    for (const src of JSON.parse(this.dataset.scripts ?? '[]') as string[]) {
      document.head.append(Object.assign(document.createElement('script'), { src, async: true }));
    }
  }
}
customElements.define('tidings-consent', Consent);
