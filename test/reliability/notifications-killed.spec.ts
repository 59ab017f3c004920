import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn, signUpBody } from '../fixtures/tenant.js';
import { compiledHouse, type Fleet, type Member, newFleet } from '../support/fleet.js';
import { type AMailServer, aMailServer } from '../support/mail-server.js';

const ALL = ['api', 'projector', 'effects'] as const;
const KILLS = 5;

let house: ReturnType<typeof compiledHouse>;
let fleet: Fleet;
let mails: AMailServer;
beforeAll(async () => {
  house = compiledHouse('notifications-killed');
  mails = await aMailServer();
  fleet = newFleet(house.root, { SMTP_URL: mails.url });
}, 120_000);
afterAll(async () => {
  await fleet.close();
  await mails.close();
  house.remove();
});

async function ready(member: Member) {
  const signedUp = await member.call('POST', '/signup', { body: signUpBody('acme') });
  const { tenant_id: tenantId } = signedUp.body as { tenant_id: string };
  const token = (await signIn(member, tenantId)).body.access_token as string;
  const make = (path: string, body: object) => member.call('POST', path, { token, body });
  await make('/conversation-types', { id: 'support', conversation_data_list_item_template: '' });
  const participants = [{ id: 'grace', kind: 'CLIENT', display_name: 'Grace', email: 'grace@client.example' }];
  await make('/conversations', { id: 'case', conversation_type_id: 'support', participants });
  return token;
}

describe('killed while the mail server has the letter and has not answered', () => {
  test('the mail is not sent again, and nobody claims that it was sent', async () => {
    let member = await fleet.start(ALL);
    const token = await ready(member);
    const list = async () =>
      (await member.call('GET', '/conversations/case/notifications', { token })).body.notifications;
    mails.behave('stall');
    for (let n = 1; n <= KILLS; n++) {
      const body = { channels: ['EMAIL'] };
      const path = '/conversations/case/participants/notify';
      expect((await member.call('POST', path, { token, body })).status).toBe(202);
      while (mails.taken.length < n) await new Promise((resolve) => setTimeout(resolve, 5));
      await member.kill();
      member = await fleet.start(ALL);
      while ((await list())[0].status === 'QUEUED') await new Promise((resolve) => setTimeout(resolve, 20));
      expect((await list())[0]).toMatchObject({ status: 'UNKNOWN', reason: 'interrupted' });
    }
    expect(await list()).toHaveLength(KILLS);
    expect(mails.mails).toBe(KILLS);
  }, 120_000);
});
