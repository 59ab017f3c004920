import { Link, useMatch } from '@tanstack/react-router';
import { History, Inbox, Settings } from 'lucide-react';
import { useTexts } from '../../language.js';
import { useApp } from '../../session/context.js';
import { texts } from '../texts.js';
import { AccountMenu } from './account-menu.js';
import './bar.css';

/** The header in the colours of the tenant. */
export function Bar({ unread }: { readonly unread: number }) {
  const { tenant, me } = useApp();
  const isInbox = useMatch({ from: '/inside/inbox', shouldThrow: false }) !== undefined;
  const text = useTexts(texts);
  return (
    <header className="bar">
      <span className="tenant">{tenant.name}</span>
      <nav aria-label={text.nav}>
        <Link to="/" className="part" data-within={isInbox} activeOptions={{ exact: true, includeSearch: false }}>
          <Inbox size={20} aria-hidden />
          <span>{text.inbox}</span>
          {unread > 0 ? (
            <span className="pill">
              <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
              <span className="unseen">{text.unread(unread)}</span>
            </span>
          ) : null}
        </Link>
        {me.role === 'OWNER' ? (
          <>
            <Link to="/settings/{-$section}" params={{ section: undefined }} className="part" {...WITHIN}>
              <Settings size={20} aria-hidden />
              <span>{text.settings}</span>
            </Link>
            <Link to="/audit/{-$view}" params={{ view: undefined }} className="part" {...WITHIN}>
              <History size={20} aria-hidden />
              <span>{text.audit}</span>
            </Link>
          </>
        ) : null}
      </nav>
      <AccountMenu />
    </header>
  );
}

/** The parts below an address belong to it. */
const WITHIN = { activeOptions: { includeSearch: false } } as const;
