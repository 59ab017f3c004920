import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOGGER } from '../../../src/ports/process/logger.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
const lines: object[] = [];
beforeAll(async () => {
  tidings = await startTidings({ HOST: '0.0.0.0', PUBLIC_URL: '' });
  const logger = tidings.app.get<Record<string, unknown>>(LOGGER);
  logger.warn = (fields: object) => void lines.push(fields);
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());

describe('a service that listens at every address and has no PUBLIC_URL', () => {
  test('sends no invitation with a link that leads nowhere, and tries again later', async () => {
    await acme.owner.mustCall('POST', '/users', { email: 'ben@acme.example', role: 'USER' });
    await expect
      .poll(() => lines)
      .toContainEqual(expect.objectContaining({ reason: 'no_public_url', kind: 'INVITATION' }));
  });

  test('sends no link that confirms an e-mail address', async () => {
    const { body } = await acme.owner.mustCall('POST', '/users', { email: 'eve@acme.example', role: 'USER' });
    await acme.owner.mustCall('PATCH', `/users/${body.id}`, { email: 'moved@acme.example' });
    await expect
      .poll(() => lines)
      .toContainEqual(expect.objectContaining({ reason: 'no_public_url', kind: 'CONFIRM_EMAIL' }));
  });

  test('says so of a notification', async () => {
    await acme.conversation('c1', {
      participants: [{ id: 'k', kind: 'CLIENT', display_name: 'Kim', email: 'kim@home.example' }],
    });
    const { body } = await acme.owner.mustCall('POST', '/conversations/c1/participants/notify', {
      channels: ['EMAIL'],
    });
    expect(body.notifications).toMatchObject([{ channel: 'EMAIL', status: 'FAILED', reason: 'no_public_url' }]);
  });
});
