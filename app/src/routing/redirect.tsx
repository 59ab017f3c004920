import { useEffect } from 'react';
import { go, hrefOf } from './address.js';

/** Shows another page in place of this one. */
export function Redirect({ to }: { readonly to: string }) {
  useEffect(() => go(hrefOf({ path: to }), { replace: true }), [to]);
  return null;
}
