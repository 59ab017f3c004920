import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proveOwner } from '../../fixtures/proven-owner.js';
import { createTenant } from '../../fixtures/tenant.js';
import { type Fleet, newFleet } from '../../support/processes/fleet.js';
import { type AMailServer, aMailServer } from '../../support/servers/mail-server.js';

const ALL = ['api', 'projector', 'effects'] as const;
const KILLS = 5;

let fleet: Fleet;
let mails: AMailServer;
beforeAll(async () => {
  mails = await aMailServer();
  fleet = newFleet({ SMTP_URL: mails.url });
}, 120_000);
afterAll(async () => {
  await fleet.close();
  await mails.close();
});

describe('killed while the mail server has the letter and has not answered', () => {
  test('the mail is not sent again, and nobody claims that it was sent', async () => {
    let member = await fleet.start(ALL);
    const acme = await createTenant(member, 'acme');
    await proveOwner(member, acme.tenantId, mails);
    const before = mails.mails;
    await acme.conversationWithClient('case');
    const list = async () =>
      (await acme.owner.at(member).mustCall('GET', '/conversations/case/notifications')).body.notifications;
    mails.behave('stall');
    for (let n = 1; n <= KILLS; n++) {
      const path = '/conversations/case/participants/notify';
      await acme.owner.at(member).mustCall('POST', path, { channels: ['EMAIL'] });
      while (mails.taken.length < n) await new Promise((resolve) => setTimeout(resolve, 5));
      await member.kill();
      member = await fleet.start(ALL);
      while ((await list())[0].status === 'QUEUED') await new Promise((resolve) => setTimeout(resolve, 20));
      expect((await list())[0]).toMatchObject({ status: 'UNKNOWN', reason: 'interrupted' });
    }
    expect(await list()).toHaveLength(KILLS);
    expect(mails.mails).toBe(before + KILLS);
  }, 120_000);
});
