import { KeyRound, LogIn } from 'lucide-react';
import type { SignInOptions } from '../../../sdk/src/api.js';
import { useTexts } from '../language.js';
import { isOnAddress, localhostTwin } from '../place/passkey-host.js';
import { texts } from './texts.js';

interface Props {
  readonly providers: SignInOptions['oidc_providers'];
  readonly hasPasskey: boolean;
  /** Another way is above. */
  readonly isAlternative: boolean;
  readonly isBusy: boolean;
  readonly onPasskey: () => void;
  readonly onProvider: (name: string) => void;
}

/** Ways to sign in without a password. */
export function Ways({ providers, hasPasskey, isAlternative, isBusy, onPasskey, onProvider }: Props) {
  const text = useTexts(texts);
  if (!hasPasskey && providers.length === 0) return null;
  return (
    <div className="ways">
      {isAlternative ? <p className="or">{text.or}</p> : null}
      {hasPasskey ? (
        <button type="button" aria-disabled={isBusy} onClick={onPasskey}>
          <KeyRound size={18} aria-hidden />
          {text.passkey}
        </button>
      ) : null}
      {providers.map(({ name }) => (
        <button key={name} type="button" aria-disabled={isBusy} onClick={() => onProvider(name)}>
          <LogIn size={18} aria-hidden />
          {text.provider(name)}
        </button>
      ))}
    </div>
  );
}

/** Why no passkey is offered on a page whose host is an IP address, and where one is. */
export function NoPasskeys() {
  const text = useTexts(texts);
  if (!isOnAddress()) return null;
  const twin = localhostTwin();
  return (
    <p className="quiet no-passkeys">
      {text.address}
      {twin === undefined ? null : (
        <>
          {' '}
          <a href={twin}>{text.twin}</a>
        </>
      )}
    </p>
  );
}
