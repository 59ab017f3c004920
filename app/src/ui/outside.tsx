import type { ReactNode } from 'react';
import './outside.css';

/** The frame of pages of people who are not signed in. */
export const Outside = ({ children }: { readonly children: ReactNode }) => (
  <>
    <header className="brand">
      <img src="/favicon.svg" alt="" width="24" height="24" />
      Tidings
    </header>
    <main id="main" className="page outside">
      {children}
    </main>
  </>
);
