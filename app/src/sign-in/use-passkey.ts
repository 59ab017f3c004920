import { useCallback, useEffect, useRef, useState } from 'react';
import type { Token } from '../../../sdk/src/api.js';
import { TidingsError } from '../../../sdk/src/errors.js';
import { hasPasskeys } from '../place/passkey-host.js';
import { requestTokensByPasskey } from '../session/sign-in-calls.js';

/** A challenge is good for five minutes. The browser gets another one before. */
const RENEWED_AFTER_MS = 240_000;

interface Passkeys {
  /** False where the browser has none, or the service refuses them for this tenant. */
  readonly isOffered: boolean;
  /** Ends the offer in the e-mail field, since a browser runs one request at a time. */
  request(email?: string): Promise<Token>;
}

/** The browser offers passkeys in the e-mail field. A button requests one too. */
export function usePasskey(
  tenantId: string,
  onToken: (token: Token) => Promise<void>,
  onRefused: (e: unknown) => void,
) {
  const [isOffered, setOffered] = useState(hasPasskeys);
  const running = useRef<AbortController>(undefined);
  const begin = useCallback(() => {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  }, []);

  useEffect(() => {
    if (!hasPasskeys()) return;
    async function offer(): Promise<void> {
      const canOffer = await PublicKeyCredential.isConditionalMediationAvailable?.();
      if (!canOffer) return;
      const signal = begin();
      try {
        await onToken(await requestTokensByPasskey(tenantId, { isAutofill: true, signal }));
      } catch (error) {
        const isRefused = error instanceof TidingsError;
        if (isRefused && error.code === 'errors.passkey.invalid') onRefused(error);
        else if (isRefused && error.status < 429) setOffered(false);
      }
    }
    void offer();
    const renewing = setInterval(() => void offer(), RENEWED_AFTER_MS);
    return () => {
      clearInterval(renewing);
      running.current?.abort();
    };
  }, [tenantId, begin, onToken, onRefused]);

  const passkeys: Passkeys = {
    isOffered,
    request: (email) =>
      requestTokensByPasskey(tenantId, { ...(email === undefined ? {} : { email }), signal: begin() }),
  };
  return passkeys;
}
