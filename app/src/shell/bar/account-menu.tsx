import { CircleUserRound, LogOut, UserRound } from 'lucide-react';
import { useId, useRef } from 'react';
import { useTexts } from '../../language.js';
import { Link } from '../../routing/link.js';
import { paths } from '../../routing/paths.js';
import { useApp } from '../../session/context.js';
import { texts } from '../texts.js';
import { NotificationSwitch } from './notification-switch.js';
import { ThemeSwitch } from './theme-switch.js';

/** The person who is signed in, and the choices for this browser. */
export function AccountMenu() {
  const { me, signOut } = useApp();
  const text = useTexts(texts);
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const name = [me.firstname, me.lastname].filter(Boolean).join(' ');
  return (
    <div className="account-menu">
      <button type="button" className="part" popoverTarget={id}>
        <CircleUserRound size={20} aria-hidden />
        <span>{text.accountMenu}</span>
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a popover is no dialog of its own */}
      <div id={id} ref={menu} popover="auto" role="group" aria-label={text.accountMenu} className="menu">
        <p>
          {name ? <strong>{name}</strong> : null}
          <span className="quiet">{me.email}</span>
        </p>
        <Link to={paths.account} className="item" onClick={() => menu.current?.hidePopover()}>
          <UserRound size={18} aria-hidden /> {text.account}
        </Link>
        <ThemeSwitch />
        <NotificationSwitch />
        <button type="button" className="item" onClick={() => void signOut()}>
          <LogOut size={18} aria-hidden /> {text.signOut}
        </button>
      </div>
    </div>
  );
}
