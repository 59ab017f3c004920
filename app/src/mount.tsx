import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Language } from './language.js';
import './styles/base.css';
import './styles/controls.css';
import './styles/mailed-page.css';

/** Shows a page in its language below the name of the product. */
export function mount(language: Language, page: ReactNode): void {
  document.documentElement.lang = language;
  createRoot(document.getElementById('page')!).render(
    <>
      <header>
        <img src="/favicon.svg" alt="" width="24" height="24" />
        Tidings
      </header>
      <main>{page}</main>
    </>,
  );
}
