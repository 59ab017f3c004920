import { Fragment, type ReactNode } from 'react';
import { webAddresses } from '../../../../embed/src/web-address.js';

interface Outside {
  readonly href: string;
  /** Says that the link opens in a new tab. */
  readonly hint: string;
  readonly children: ReactNode;
}

/** A link that names no referrer to the other site. */
export const OutsideLink = ({ href, hint, children }: Outside) => (
  <a href={href} target="_blank" rel="noopener noreferrer nofollow">
    {children}
    <span className="unseen"> ({hint})</span>
  </a>
);

/** A text of a person. Its web addresses are links. */
export function Linked({ text, hint }: { readonly text: string; readonly hint: string }) {
  const found = webAddresses(text);
  const ends = [0, ...found.map(({ index, address }) => index + address.length)];
  return (
    <p className="text" dir="auto">
      {found.map(({ index, address }, at) => (
        <Fragment key={index}>
          {text.slice(ends[at], index)}
          <OutsideLink href={address} hint={hint}>
            {address}
          </OutsideLink>
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </p>
  );
}
