import { useEffect, useState } from 'react';
import { useTexts } from '../language.js';
import { readTenant } from '../place/tenant.js';
import { go, hrefOf } from '../routing/address.js';
import { paths } from '../routing/paths.js';
import { codeForm, pageAfter, RETURNS, readTrip, type Trip, takeVerifier } from '../session/provider-trip.js';
import { keepSession } from '../session/session-of.js';
import { requestTokens } from '../session/sign-in-calls.js';
import { Loading } from '../shell/loading.js';
import { Outside } from '../ui/outside.js';
import { Refusal } from './refusal.js';
import { texts } from './texts.js';

/** The answer of a provider, in the address to which it leads back. */
interface Returned {
  readonly trip: Trip | undefined;
  readonly code: string | null;
  readonly error: string | null;
}

/** The address is read once, and then has neither code nor state. */
function takeReturned(): Returned {
  const query = new URLSearchParams(location.search);
  history.replaceState(history.state, '', location.pathname);
  return { trip: readTrip(query.get('state')), code: query.get('code'), error: query.get('error') };
}
const returned = takeReturned();

/** @throws TidingsError, NoAnswer */
async function finish(trip: Trip, code: string, verifier: string): Promise<void> {
  const tenant = await readTenant({ tenant_id: trip.tenant });
  if (!tenant) throw new Error(trip.tenant);
  const token = await requestTokens(trip.tenant, codeForm(trip, code, verifier));
  await keepSession(tenant, token);
}

/** Hands the answer to the page that opened this window, and closes the window. */
function tell({ trip, code, error }: Returned): void {
  const channel = new BroadcastChannel(RETURNS);
  channel.postMessage({ nonce: trip?.nonce, code, error });
  channel.close();
  setTimeout(() => window.close(), 0);
}

type State = 'working' | 'told' | { readonly words: string } | { readonly error: unknown };

/** An OIDC provider leads back here. */
export default function Callback() {
  const text = useTexts(texts);
  const [state, setState] = useState<State>('working');
  const { trip, code, error } = returned;
  const isWorking = state === 'working';
  useEffect(() => {
    document.title = isWorking ? text.callbackTitle : text.callbackRefused;
  }, [text, isWorking]);

  useEffect(() => {
    if (trip?.isWindow) {
      tell(returned);
      return setState('told');
    }
    const verifier = trip && takeVerifier(trip);
    if (error !== null)
      return setState({ words: error === 'access_denied' ? text.callbackDenied : text.callbackFailed(error) });
    if (!trip || verifier === undefined || code === null) return setState({ words: text.callbackForeign });
    finish(trip, code, verifier)
      .then(() => go(pageAfter(trip), { replace: true }))
      .catch((refused) => setState({ error: refused }));
    // The address is read once, so this runs once.
  }, []);

  if (isWorking) return <Loading />;
  if (state === 'told')
    return (
      <Outside>
        <p role="status">{text.callbackClose}</p>
      </Outside>
    );
  return (
    <Outside>
      <h1>{text.callbackRefused}</h1>
      {'words' in state ? <p role="alert">{state.words}</p> : null}
      {'error' in state ? <Refusal error={state.error} wrong={text.callbackWrong} /> : null}
      <p>
        <a href={trip ? pageAfter(trip) : hrefOf({ path: paths.inbox })}>{text.back}</a>
      </p>
    </Outside>
  );
}
