import { store } from './storage.ts';

class ThemeSwitch extends HTMLElement {
  connectedCallback() {
    const button = this.querySelector('button')!;
    const { dataset } = document.documentElement;
    const show = () => {
      for (const each of document.querySelectorAll<HTMLButtonElement>('tidings-theme button')) {
        each.setAttribute('aria-pressed', String(dataset.theme === 'dark'));
        each.title = dataset.theme === 'dark' ? 'On' : 'Off';
      }
    };
    button.addEventListener('click', () => {
      dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark';
      store('tidings.theme', dataset.theme);
      show();
    });
    show();
  }
}
customElements.define('tidings-theme', ThemeSwitch);
