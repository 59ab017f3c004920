import { afterAll, beforeAll, expect, test } from 'vitest';
import { provide } from '../../src/kernel/provide.js';
import { LOGGER } from '../../src/ports/logger.js';
import { createDomainOwner } from '../fixtures/domains.js';
import type { Answer } from '../support/api.js';
import { startTidings, type Tidings } from '../support/api.js';
import { filesWith } from '../support/canary.js';
import { type DnsServer, startDnsServer } from '../support/dns-server.js';

const SECRET = 'canary-client-secret-7f3a91';
const CHANGED = 'canary-client-secret-changed-b2';

const logged: string[] = [];
const note = (fields: unknown, message: string) => void logged.push(`${JSON.stringify(fields)} ${message}`);

let dns: DnsServer;
let tidings: Tidings;
beforeAll(async () => {
  dns = await startDnsServer();
  const logger = provide(LOGGER, [], () => ({ info: note, warn: note, error: note }));
  tidings = await startTidings({ DNS_SERVERS: dns.address, LOG_LEVEL: 'trace' }, undefined, undefined, [logger]);
});
afterAll(async () => {
  await tidings.close();
  await dns.close();
});

test('client secrets and verification tokens lie in no file and no log line, and come back in no other answer', async () => {
  const firm = await createDomainOwner(tidings, dns, 'firm');
  const answers: Answer[] = [];
  const call = async (method: string, path: string, body?: unknown, headers = {}) => {
    const answer = await firm.owner.call(method, path, body, headers);
    answers.push(answer);
    return answer;
  };
  const config = {
    provider_name: 'login',
    authority_url: 'https://login.invalid/',
    client_id: 'c',
    client_secret: SECRET,
  };
  const once = { 'idempotency-key': 'once' };
  await call('POST', '/oidc-configs', config, once);
  await call('POST', '/oidc-configs', config, once);
  await call('POST', '/oidc-configs', config);
  await call('POST', '/oidc-configs', { ...config, provider_name: '-' });
  await call('PATCH', '/oidc-configs/login', { client_secret: CHANGED });
  await call('GET', '/oidc-configs/login');
  await call('GET', '/oidc-configs');
  await call('GET', '/tenant');
  await call('GET', '/events');
  const requested = await firm.owner.mustCall('POST', firm.path, { domain: 'canary.example' }, once);
  const replayed = await firm.owner.mustCall('POST', firm.path, { domain: 'canary.example' }, once);
  const { id, verification } = requested.body;
  const token = verification.value.split('=')[1];
  expect(replayed.body).toEqual(requested.body);
  dns.set(verification.name, [verification.value]);
  await call('POST', `${firm.path}/${id}/verify`);
  await call('GET', firm.path);
  await call('GET', '/tenant/config?domain=canary.example');
  const secrets = [SECRET, CHANGED, token];
  for (const { text } of answers) for (const secret of secrets) expect(text).not.toContain(secret);

  await tidings.app.close();
  expect(filesWith(tidings.dataDir, 'login.invalid').length).toBeGreaterThan(0);
  for (const secret of secrets) expect(filesWith(tidings.dataDir, secret)).toEqual([]);
  for (const line of logged) for (const secret of secrets) expect(line).not.toContain(secret);
});
