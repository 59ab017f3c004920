import { NoAnswer } from '../../../sdk/src/errors.js';
import { clientOf } from '../client.js';
import { base } from '../place/place.js';

/** Where a provider leads back to. It has no query of ours. */
export const CALLBACK = `${base}/callback`;
/** Name of the channel by which a window of a provider hands its code to the page that opened it. */
export const RETURNS = 'tidings.app.provider';

/** The `state` that travels to the provider and back. */
export interface Trip {
  /** Names the code verifier of this browser, so that nobody else can have begun the trip. */
  readonly nonce: string;
  readonly tenant: string;
  readonly provider: string;
  /** Path of the page that was requested, with its query. */
  readonly to: string;
  /** The trip takes place in a window of its own. */
  readonly isWindow?: true;
}

/** The page is on plain http, or the browser keeps nothing. */
export class TripImpossible extends Error {
  override readonly name = 'TripImpossible';
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (each) => ({ '+': '-', '/': '_' })[each] ?? '');
const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

const written = (trip: Trip): string => base64url(new TextEncoder().encode(JSON.stringify(trip)));

/** The trip of the `state` with which a provider leads back. Undefined where it is none of ours. */
export function readTrip(state: string | null): Trip | undefined {
  try {
    const text = atob((state ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const trip = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (each) => each.charCodeAt(0)))) as Trip;
    const isWhole = [trip.nonce, trip.tenant, trip.provider, trip.to].every((each) => typeof each === 'string');
    return isWhole ? trip : undefined;
  } catch {
    return undefined;
  }
}

/** The page of this app to which a trip leads. A `to` of another origin leads to the inbox. */
export function pageAfter({ to }: Trip): string {
  const url = URL.canParse(to, location.origin) ? new URL(to, location.origin) : undefined;
  const isOfApp = url?.origin === location.origin && (url.pathname === base || url.pathname.startsWith(`${base}/`));
  return isOfApp ? url.pathname + url.search : base || '/';
}

export interface Begun {
  readonly trip: Trip;
  readonly verifier: string;
  /** Address of the provider's sign-in. */
  readonly url: string;
}

/**
 * Calls the service first, so that its refusal is shown here.
 * @throws TripImpossible, TidingsError, NoAnswer
 */
export async function beginTrip(tenant: string, provider: string, isWindow?: true): Promise<Begun> {
  if (!crypto.subtle) throw new TripImpossible();
  const verifier = randomText();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const to = location.pathname + location.search;
  const trip: Trip = { nonce: randomText(), tenant, provider, to, ...(isWindow ? { isWindow } : {}) };
  const path = { tenant_id: tenant, provider_name: provider };
  const query = {
    redirect_uri: location.origin + CALLBACK,
    state: written(trip),
    code_challenge: base64url(new Uint8Array(digest)),
  };
  try {
    const tidings = clientOf({ retries: 0 });
    await tidings.call('GET /auth/{tenant_id}/oidc/{provider_name}/authorize', { path, query });
  } catch (error) {
    // A redirect is what a page cannot follow by a call.
    if (!(error instanceof NoAnswer && error.status === 0)) throw error;
  }
  const names = `${encodeURIComponent(tenant)}/oidc/${encodeURIComponent(provider)}`;
  return { trip, verifier, url: `/api/v1/auth/${names}/authorize?${new URLSearchParams(query)}` };
}

const keyOf = (nonce: string): string => `${RETURNS}.${nonce}`;

/** @throws TripImpossible */
export function keepVerifier({ trip, verifier }: Begun): void {
  try {
    sessionStorage.setItem(keyOf(trip.nonce), verifier);
  } catch {
    throw new TripImpossible();
  }
}

/** The verifier of a trip, which is then kept no more. */
export function takeVerifier({ nonce }: Trip): string | undefined {
  try {
    const verifier = sessionStorage.getItem(keyOf(nonce)) ?? undefined;
    sessionStorage.removeItem(keyOf(nonce));
    return verifier;
  } catch {
    return undefined;
  }
}

/** The form of the token call with the code of a provider. */
export const codeForm = ({ provider }: Trip, code: string, verifier: string) =>
  ({
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: location.origin + CALLBACK,
    provider_name: provider,
  }) as const;
