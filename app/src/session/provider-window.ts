import type { TokenForm } from '../../../sdk/src/api.js';
import { type Begun, codeForm, RETURNS } from './provider-trip.js';

/** The browser opened no window. */
export class WindowBlocked extends Error {
  override readonly name = 'WindowBlocked';
}

/** The provider did not sign the person in, or they cancelled there. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
}

interface Answer {
  readonly nonce?: string;
  readonly code: string | null;
}

/**
 * Shows the provider in a window of its own, so that this page and what was begun in it stay. The verifier stays in
 * memory. The window hands over its code by a channel, since pages of another origin cut it off from this page.
 * @throws WindowBlocked, ProviderRefused, what `begin` throws, the reason of the signal
 */
export async function codeFromWindow(begin: () => Promise<Begun>, signal: AbortSignal): Promise<TokenForm> {
  // Only the press of a button opens a window, so it opens before anything is awaited.
  const opened = window.open('', '_blank', 'popup,width=520,height=720');
  if (!opened) throw new WindowBlocked();
  const channel = new BroadcastChannel(RETURNS);
  try {
    const { trip, verifier, url } = await begin();
    opened.location.replace(new URL(url, location.origin));
    const { code } = await new Promise<Answer>((resolve, reject) => {
      channel.onmessage = ({ data }: MessageEvent<Answer>) => {
        if (data.nonce === trip.nonce) resolve(data);
      };
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    if (code === null) throw new ProviderRefused();
    return codeForm(trip, code, verifier);
  } catch (error) {
    opened.close();
    throw error;
  } finally {
    channel.close();
  }
}
