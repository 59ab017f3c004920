import type { ReactNode } from 'react';
import './outside.css';

/** The mark of the site (favicon.svg), without a request of its own. */
const Mark = () => (
  <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
    <rect width="32" height="32" rx="6" fill="#0b6b66" />
    <path d="M7 10h18M7 16h12M7 22h7" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
    <circle cx="23" cy="21" r="4" fill="#f2a65a" />
  </svg>
);

/** The frame of pages of people who are not signed in. */
export const Outside = ({ children }: { readonly children: ReactNode }) => (
  <>
    <header className="brand">
      <Mark />
      Tidings
    </header>
    <main id="main" className="page outside">
      {children}
    </main>
  </>
);
