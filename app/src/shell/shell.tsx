import type { ReactNode } from 'react';
import { useTexts } from '../language.js';
import { useAddress } from '../routing/address.js';
import { partsOf } from '../routing/paths.js';
import { Bar } from './bar/bar.js';
import { Announced } from './live/announced.js';
import { ConnectionBanner } from './live/connection-banner.js';
import { useUnread } from './live/use-unread.js';
import { texts } from './texts.js';
import './shell.css';

const PARTS = ['settings', 'audit', 'account'] as const;

/** The header with the parts of the app, and the page below it. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const text = useTexts(texts);
  const unread = useUnread();
  const { room } = partsOf(useAddress().path);
  const part = PARTS.find((each) => each === room) ?? 'inbox';
  return (
    <>
      <a className="skip" href="#main">
        {text.skip}
      </a>
      <Bar unread={unread} />
      <ConnectionBanner />
      <Announced unread={unread} part={text[part]} />
      {children}
    </>
  );
}
