import { store } from './storage.ts';

/** Dismissed until its id changes. */
class Announcement extends HTMLElement {
  connectedCallback(): void {
    this.querySelector('button')!.addEventListener('click', () => {
      store('tidings.announcement', this.dataset.id ?? '');
      this.remove();
    });
  }
}
customElements.define('tidings-announcement', Announcement);
