import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { go, hrefOf, type Search, useAddress } from './address.js';
import { preload } from './preload.js';

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of `paths`. */
  readonly to: string;
  /** `keep` has the members of the present address. */
  readonly search?: Search | 'keep';
  /** Also current on the pages below it. */
  readonly isRoom?: boolean;
}

const isPlain = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;

/** A link to a page of the app. It is `aria-current` on its page. */
export function Link({ to, search, isRoom = false, onClick, target, ...rest }: Props) {
  const { path, search: present } = useAddress();
  const href = hrefOf({ path: to, search: search === 'keep' ? present : (search ?? {}) });
  const isCurrent = path === to || (isRoom && path.startsWith(`${to}/`));
  return (
    <a
      {...rest}
      {...(target ? { target } : {})}
      {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
      href={href}
      onMouseEnter={() => preload(to)}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || target || !isPlain(event)) return;
        event.preventDefault();
        go(href);
      }}
    />
  );
}
