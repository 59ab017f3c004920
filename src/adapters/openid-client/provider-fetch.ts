import type { CustomFetch } from 'openid-client';
import { OidcProviderBroken, type SendToProvider } from '../../ports/identity/oidc-client.js';

export interface ProviderFetch {
  readonly fetch: CustomFetch;
  /** @throws the error of the first failed call that counts; all count by default */
  throwIfFailed(counts?: (failure: unknown) => boolean): void;
}

/**
 * The calls of openid-client, through the guard of outgoing calls. The library wraps what is thrown here, so it is
 * remembered. A refusal of the code or of its access token is left to the library; any other answer must be JSON.
 */
export function providerFetch(send: SendToProvider, redirectUri?: string): ProviderFetch {
  const failures: unknown[] = [];
  const answer: CustomFetch = async (url, { method, headers, body }) => {
    const isPost = method === 'POST';
    // The library leaves the query of the redirect URI out.
    if (body instanceof URLSearchParams && redirectUri !== undefined) body.set('redirect_uri', redirectUri);
    const sent = isPost ? ({ method: 'POST', body: String(body) } as const) : ({ method: 'GET' } as const);
    const incoming = await send({ url, headers, ...sent });
    const isRefused = (isPost || 'authorization' in headers) && incoming.status >= 400;
    if (!isRefused && (incoming.status !== 200 || !isJson(incoming.body))) throw new OidcProviderBroken('not_json');
    return new Response(incoming.body === '' ? null : incoming.body, {
      status: incoming.status,
      headers: { 'content-type': 'application/json' },
    });
  };
  return {
    fetch: async (url, options) => {
      try {
        return await answer(url, options);
      } catch (error) {
        failures.push(error);
        throw error;
      }
    },
    throwIfFailed(counts = () => true) {
      const counted = failures.filter(counts);
      if (counted.length > 0) throw counted[0];
    },
  };
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
