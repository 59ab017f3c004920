import { History, Inbox, Settings } from 'lucide-react';
import { useTexts } from '../../language.js';
import { useAddress } from '../../routing/address.js';
import { Link } from '../../routing/link.js';
import { partsOf, paths } from '../../routing/paths.js';
import { useApp } from '../../session/context.js';
import { texts } from '../texts.js';
import { AccountMenu } from './account-menu.js';
import './bar.css';

/** The header in the colours of the tenant. */
export function Bar({ unread }: { readonly unread: number }) {
  const { tenant, me } = useApp();
  const { room } = partsOf(useAddress().path);
  const isInbox = room === '' || room === 'conversations';
  const text = useTexts(texts);
  return (
    <header className="bar">
      <span className="tenant">{tenant.name}</span>
      <nav aria-label={text.nav}>
        <Link to={paths.inbox} className="part" data-within={isInbox}>
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
            <Link to={paths.settings()} className="part" isRoom>
              <Settings size={20} aria-hidden />
              <span>{text.settings}</span>
            </Link>
            <Link to={paths.audit()} className="part" isRoom>
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
