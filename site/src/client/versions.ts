import { store, stored } from './storage.ts';

const KEY = 'tidings.docs-version';

const isWithin = ({ origin, pathname }: URL): boolean =>
  origin === location.origin && `${location.pathname}/`.startsWith(`${pathname.replace(/\/$/, '')}/`);

/** Shows the version that is read, and elsewhere the one chosen last, to which "Documentation" then leads. */
class Versions extends HTMLElement {
  connectedCallback(): void {
    const select = this.querySelector('select')!;
    const options = [...select.options];
    const chosen = options.find(({ label }) => label === stored(KEY));
    const shown = options.find(({ value }) => isWithin(new URL(value, location.href))) ?? chosen;
    if (shown) select.value = shown.value;
    const docs = this.closest('ul')!.querySelector<HTMLAnchorElement>('a[href="/docs"]');
    if (docs && chosen) docs.href = chosen.value;
    select.addEventListener('change', () => {
      store(KEY, select.selectedOptions[0]!.label);
      location.href = select.value;
    });
  }
}
customElements.define('tidings-versions', Versions);
