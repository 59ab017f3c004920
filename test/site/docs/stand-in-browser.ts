import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Authenticator } from '../../support/authenticator.js';
import { anOidcProvider, signInAt } from '../../support/servers/oidc-provider.js';

/** A step of the reader in a browser: sign in at the provider, make a passkey, use it. */
export type BrowserStep = 'sign-in' | 'create' | 'get';

const LOGIN = 'cleo@acme.example';

/**
 * A server that takes the steps of a reader in a browser, and the OIDC provider at which the reader signs in.
 * @param service origin of the service, which has the callback
 */
export async function aStandInBrowser(service: string) {
  const provider = await anOidcProvider([`${service}/callback`]);
  const authenticator = new Authenticator();
  const said = { origin: service.replace('127.0.0.1', 'localhost') };
  const steps: Readonly<Record<BrowserStep, (body: string) => Promise<string> | string>> = {
    'sign-in': async (address) => (await signInAt(provider, address, LOGIN)).searchParams.get('code') ?? '',
    create: (options) => JSON.stringify(authenticator.register(JSON.parse(options), said)),
    get: (options) => JSON.stringify(authenticator.signIn(JSON.parse(options), said)),
  };
  const server = createServer(async (request, response) => {
    let body = '';
    try {
      for await (const part of request.setEncoding('utf8')) body += part;
      response.end(await steps[(request.url ?? '').slice(1) as BrowserStep](body));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    provider: provider.issuer,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await provider.close();
    },
  };
}
