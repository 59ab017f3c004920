import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { webauthnPath } from '../fixtures/passkeys.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { claimsOf } from '../fixtures/tokens.js';
import { startTidings, type Tidings } from '../support/api.js';
import { freePort } from '../support/processes/free-port.js';
import { launchBrowser } from '../support/site/browser.js';

const browser = await launchBrowser();
const AUTHENTICATOR = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

describe.skipIf(!browser)('a passkey of a browser', () => {
  let tidings: Tidings;
  let acme: Tenant;
  let page: Page;

  beforeAll(async () => {
    const port = await freePort();
    tidings = await startTidings({ PORT: String(port), PUBLIC_URL: `http://localhost:${port}` });
    acme = await createTenant(tidings, 'acme');
    page = await browser!.newPage();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR });
    await page.goto(`http://localhost:${port}/health/live`);
  });
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  /** As a page does it: options, the browser's ceremony, its result to the service. */
  async function ceremony(name: 'registration' | 'authentication', token?: string) {
    const path = `/api/v1${webauthnPath(acme.tenantId, name)}`;
    return page.evaluate<{ status: number; body: Record<string, string> }>(`(async () => {
      const post = (step, body) => fetch(${JSON.stringify(path)} + '/' + step, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...${JSON.stringify(token ? { authorization: `Bearer ${token}` } : {})} },
        body: JSON.stringify(body),
      });
      const options = await (await post('options', {})).json();
      const credential = ${
        name === 'registration'
          ? 'await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })'
          : 'await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })'
      };
      const answer = await post('verify', credential.toJSON());
      return { status: answer.status, body: await answer.json() };
    })()`);
  }

  test('is registered and signs its user in, again and again', async () => {
    const registered = await ceremony('registration', acme.owner.token);
    expect(registered).toEqual({ status: 200, body: { verified: true } });
    for (let time = 0; time < 2; time++) {
      const { status, body } = await ceremony('authentication');
      expect([status, claimsOf(body.access_token ?? '').sub]).toEqual([200, claimsOf(acme.owner.token).sub]);
      const me = await tidings.call('GET', '/users/me', { token: body.access_token ?? '' });
      expect(me.status).toBe(200);
    }
  });

  test('is not made twice in the same authenticator', async () => {
    await expect(ceremony('registration', acme.owner.token)).rejects.toThrow('InvalidStateError');
  });
});
