import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../language.js';
import { useApp } from '../session/context.js';
import { texts } from './texts.js';
import { ThemeSwitch } from './theme-switch.js';
import './shell.css';

/** The header with the parts of the app, and the page below it. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { tenant, me, signOut } = useApp();
  const text = useTexts(texts);
  return (
    <>
      <a className="skip" href="#main">
        {text.skip}
      </a>
      <header className="bar">
        <Link to="/" className="tenant">
          {tenant.name}
        </Link>
        <nav aria-label={text.nav}>
          <Link to="/">{text.inbox}</Link>
          {me.role === 'OWNER' ? (
            <>
              <Link to="/settings/{-$section}" params={{ section: undefined }}>
                {text.settings}
              </Link>
              <Link to="/audit/{-$view}" params={{ view: undefined }}>
                {text.audit}
              </Link>
            </>
          ) : null}
          <Link to="/account">{text.account}</Link>
        </nav>
        <ThemeSwitch />
        <button type="button" onClick={() => void signOut()}>
          {text.signOut}
        </button>
      </header>
      {children}
    </>
  );
}
