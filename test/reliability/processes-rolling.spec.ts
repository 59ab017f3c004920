import { Agent } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processRoles } from '../../src/engine/effects/worker-host.js';
import { createTenant } from '../fixtures/tenant.js';
import { type Listener, listenAs } from '../realtime/listener.js';
import { call, compiledHouse, type Fleet, type Member, newFleet } from '../support/fleet.js';
import { type HttpProxy, startHttpProxy } from '../support/http-proxy.js';
import { listed, newStory, postSurely } from '../support/posters.js';
import { NO_SERVER, SERVER } from './eventstoredb.fixture.js';

const WRITERS = 8;
const READERS = 4;
const ROUNDS = 2;
const path = '/conversations/busy/messages';

describe.skipIf(!SERVER)(`two processes behind a proxy, restarted in turn${SERVER ? '' : `: ${NO_SERVER}`}`, () => {
  let house: ReturnType<typeof compiledHouse>;
  let fleet: Fleet;
  let proxy: HttpProxy;
  let turn: Member[];
  const agent = new Agent({ keepAlive: true });
  /** A client knows the proxy alone. */
  const client: Pick<Member, 'call'> = { call: (...asked) => call(agent, proxy.url, ...asked) };

  beforeAll(async () => {
    house = compiledHouse('rolling');
    fleet = newFleet(house.root);
    proxy = await startHttpProxy();
    turn = await Promise.all([fleet.start(processRoles), fleet.start(processRoles)]);
    for (const { url } of turn) proxy.add(url);
  }, 120_000);
  afterAll(async () => {
    await proxy?.close();
    agent.destroy();
    await fleet?.close();
    house?.remove();
  });

  test('fail no request, and lose and double nothing', async () => {
    const { token } = await createTenant(client, 'acme');
    await client.call('POST', '/conversation-types', {
      token,
      body: { id: 'support', conversation_data_list_item_template: '' },
    });
    await client.call('POST', '/conversations', { token, body: { id: 'busy', conversation_type_id: 'support' } });

    const story = newStory();
    const failed: string[] = [];
    const leaves: number[] = [];
    let [under, reads] = [true, 0];
    let last = 'p0';
    const write = async (writer: number) => {
      for (let n = 0; under; n++) {
        const key = `${writer}-${n}`;
        const answer = await postSurely(story, () => client, path, { token, key, body: { kind: 'TEXT', text: key } });
        last = answer?.headers.get('tidings-position') ?? last;
      }
    };
    const read = async () => {
      while (under) {
        const headers = { 'tidings-position': last };
        const { status, text } = await client.call('GET', `${path}?limit=1`, { token, headers });
        reads++;
        if (status !== 200) failed.push(`${status} ${text}`);
      }
    };
    const load = [...Array.from({ length: WRITERS }, (_, n) => write(n)), ...Array.from({ length: READERS }, read)];
    const enough = async () => {
      const before = story.acknowledged.size;
      await expect.poll(() => story.acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(before + 200);
    };
    for (let round = 0; round < ROUNDS * 2; round++) {
      await enough();
      const leaving = turn.shift() as Member;
      const coming = await fleet.start(processRoles);
      proxy.add(coming.url);
      turn.push(coming);
      const { ms, code } = await leaving.leave();
      expect([code, leaving.told.replace(/\nTidings listens.*\nTry it.*\n/, '')]).toEqual([0, '']);
      proxy.remove(leaving.url);
      leaves.push(Math.round(ms));
    }
    await enough();
    under = false;
    await Promise.all(load);
    process.stderr.write(
      `rolled ${ROUNDS * 2} times: ${story.acknowledged.size} posts, ${reads} reads, ${failed.length} failed, ` +
        `${proxy.passedOn} passed on, refused ${JSON.stringify(Object.fromEntries(story.refusals))}, left in ${leaves} ms\n`,
    );
    expect([failed, story.odd, story.broken, [...story.refusals]]).toEqual([[], [], 0, []]);
    const messages = await listed(client, path, token, last);
    expect(messages.map(({ sequence }) => sequence)).toEqual(messages.map((_, i) => i + 1));
    expect(new Map(messages.map(({ text, id }) => [text, id]))).toEqual(story.acknowledged);
    expect(messages).toHaveLength(story.acknowledged.size);
  }, 120_000);

  test('tell their sockets to come back, which miss nothing', async () => {
    const { token } = await createTenant(client, 'globex');
    await client.call('POST', '/conversation-types', {
      token,
      body: { id: 'support', conversation_data_list_item_template: '' },
    });
    await client.call('POST', '/conversations', { token, body: { id: 'busy', conversation_type_id: 'support' } });
    const [leaving, staying] = turn as [Member, Member];
    const first: Listener = await listenAs(leaving.url, token);
    await first.subscribe('conversations');
    const ids: string[] = [];
    const post = async () => {
      const { body } = await client.call('POST', path, {
        token,
        body: { kind: 'TEXT', text: 'x' },
        headers: { 'idempotency-key': `${ids.length}` },
      });
      ids.push(body.id);
    };
    for (let n = 0; n < 20; n++) await post();
    await first.until(() => first.of('NEW_MESSAGE').length >= 20);
    const ended = new Promise((resolve) => first.socket.on('disconnect', resolve));
    const left = leaving.leave();
    while (first.socket.connected) await post();
    expect(await ended).toBe('transport close');
    await left;
    const heard = first.of('NEW_MESSAGE');
    const second = await listenAs(staying.url, token);
    await second.subscribe('conversations', heard.at(-1)?.position);
    const all = () => [...heard, ...second.of('NEW_MESSAGE')].map(({ message }) => message.id);
    await second.until(() => all().length >= ids.length);
    expect(all()).toEqual(ids);
    second.close();
  }, 60_000);
});
