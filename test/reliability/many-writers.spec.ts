import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EventLog } from '../../src/engine/log/event-log.js';
import { CaughtUp } from '../../src/engine/read-models/caught-up.js';
import type { MessageEvent } from '../../src/modules/conversations/message/domain/message.events.js';
import { allMessages, postMessage } from '../fixtures/conversations.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { closeAudited } from '../support/audit.js';
import { isEmbeddedRun } from '../support/engines.js';
import { type HttpClient, httpClient } from '../support/http-client.js';

const WRITERS = 200;
const POSTS = 50;
const ALL = WRITERS * POSTS;
const PAGE = 1_000;

let tidings: Tidings;
let tenant: Tenant;
let client: HttpClient;

beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  client = httpClient(tidings.url);
  tenant = await createTenant(tidings, 'acme');
  await tenant.conversation('busy');
});
afterAll(async () => {
  client.close();
  await closeAudited(tidings);
});

const path = '/conversations/busy/messages';

/** Posts one after the other; answers the ids in that order. */
async function write(writer: number): Promise<readonly string[]> {
  const owner = tenant.owner.at(client);
  const ids: string[] = [];
  for (let n = 0; n < POSTS; n++) {
    const { status, body } = await owner.call('POST', path, { kind: 'TEXT', text: `${writer}/${n}` });
    expect(status).toBe(202);
    ids.push(body.id);
  }
  return ids;
}

async function logged() {
  const events: MessageEvent[] = [];
  const log = tidings.app.get(EventLog);
  for (let from = 0; ; ) {
    const page = await log.readAll(from, PAGE);
    events.push(
      ...page.filter(({ type }) => type === 'MessagePosted').map((event) => event as unknown as MessageEvent),
    );
    if (page.length === 0) return events;
    from = page.at(-1)?.meta.position ?? 0;
  }
}

/** Writers who do not wait are faster than read models on a server. */
const areRead = async (): Promise<boolean> =>
  tidings.app.get(CaughtUp).reached(await tidings.app.get(EventLog).head(), 120_000);

describe(`${WRITERS} writers who post ${POSTS} messages each into one conversation`, () => {
  test('get sequences without gaps in the order of the log; none is lost, none doubled', async () => {
    const written = await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    if (!isEmbeddedRun()) expect(await areRead()).toBe(true);
    const last = await postMessage(tenant.owner, 'busy', { text: 'the end' });
    expect(last.body.sequence).toBe(ALL + 1);

    const messages = await allMessages(tenant.owner, 'busy');
    expect(messages.map(({ sequence }) => sequence)).toEqual(Array.from({ length: ALL + 1 }, (_, i) => i + 1));
    expect(new Set(messages.map(({ id }) => id))).toEqual(new Set([...written.flat(), last.body.id]));
    const events = await logged();
    expect(events.map(({ data }) => [data.messageId, data.sequence])).toEqual(
      messages.map(({ id, sequence }) => [id, sequence]),
    );

    const places = new Map(messages.map(({ id, sequence }) => [id, sequence]));
    for (const [writer, ids] of written.entries()) {
      const own = ids.map((id) => places.get(id) ?? 0);
      expect(own).toEqual([...own].sort((a, b) => a - b));
      expect(messages[(own[POSTS - 1] ?? 0) - 1]?.text).toBe(`${writer}/${POSTS - 1}`);
    }
  }, 240_000);
});
