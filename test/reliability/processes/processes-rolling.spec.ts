import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processRoles } from '../../../src/engine/effects/worker-host.js';
import { allMessages } from '../../fixtures/conversations.js';
import { createTenant } from '../../fixtures/tenant.js';
import { type Listener, listenerOf } from '../../realtime/listener.js';
import { type HttpClient, httpClient } from '../../support/http-client.js';
import { newStory, postSurely } from '../../support/posters.js';
import { type Fleet, type Member, newFleet } from '../../support/processes/fleet.js';
import { type HttpProxy, startHttpProxy } from '../../support/servers/http-proxy.js';
import { NO_SERVER, SERVER } from '../eventstoredb/eventstoredb.fixture.js';

const WRITERS = 8;
const READERS = 4;
const ROUNDS = 2;
const path = '/conversations/busy/messages';

describe.skipIf(!SERVER)(`two processes behind a proxy, restarted in turn${SERVER ? '' : `: ${NO_SERVER}`}`, () => {
  let fleet: Fleet;
  let proxy: HttpProxy;
  let turn: Member[];
  /** A client of the proxy. */
  let client: HttpClient;

  beforeAll(async () => {
    fleet = newFleet();
    proxy = await startHttpProxy();
    client = httpClient(proxy.url);
    turn = await Promise.all([fleet.start(processRoles), fleet.start(processRoles)]);
    for (const { url } of turn) proxy.add(url);
  }, 120_000);
  afterAll(async () => {
    await proxy?.close();
    client?.close();
    await fleet?.close();
  });

  test('fail no request, and lose and double nothing', async () => {
    const acme = await createTenant(turn[0] as Member, 'acme');
    await acme.conversation('busy');
    const owner = acme.owner.at(client);

    const story = newStory();
    const failed: string[] = [];
    const leaves: number[] = [];
    let [under, reads] = [true, 0];
    let last = 'p0';
    const write = async (writer: number) => {
      for (let n = 0; under; n++) {
        const key = `${writer}-${n}`;
        const answer = await postSurely(story, () => owner, path, { key, body: { kind: 'TEXT', text: key } });
        last = answer?.headers.get('tidings-position') ?? last;
      }
    };
    const read = async () => {
      while (under) {
        const headers = { 'tidings-position': last };
        const { status, text } = await owner.call('GET', `${path}?limit=1`, undefined, headers);
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
      expect([code, leaving.told.replace(/\nTidings listens.*\nNext: .*\n(The app is at .*\n)?/, '')]).toEqual([0, '']);
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
    const messages = await allMessages(owner, 'busy', last);
    expect(messages.map(({ sequence }) => sequence)).toEqual(messages.map((_, i) => i + 1));
    expect(new Map(messages.map(({ text, id }) => [text, id]))).toEqual(story.acknowledged);
    expect(messages).toHaveLength(story.acknowledged.size);
  }, 120_000);

  test('tell their sockets to come back, which miss nothing', async () => {
    const [leaving, staying] = turn as [Member, Member];
    const globex = await createTenant(staying, 'globex');
    await globex.conversation('busy');
    const owner = globex.owner.at(client);
    const first: Listener = await listenerOf(owner.at(leaving));
    await first.subscribe('conversations');
    const ids: string[] = [];
    const post = async () => {
      const key = { 'idempotency-key': `${ids.length}` };
      const { body } = await owner.call('POST', path, { kind: 'TEXT', text: 'x' }, key);
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
    const second = await listenerOf(owner.at(staying));
    await second.subscribe('conversations', heard.at(-1)?.position);
    const all = () => [...heard, ...second.of('NEW_MESSAGE')].map(({ message }) => message.id);
    await second.until(() => all().length >= ids.length);
    expect(all()).toEqual(ids);
    second.close();
  }, 60_000);
});
