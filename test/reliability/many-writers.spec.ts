import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EventLog } from '../../src/engine/log/event-log.js';
import type { MessageEvent } from '../../src/modules/message/domain/message.events.js';
import { createTenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { closeAudited } from '../support/audit.js';

const WRITERS = 200;
const POSTS = 50;
const ALL = WRITERS * POSTS;
const PAGE = 1_000;

let tidings: Tidings;
let tenant: Awaited<ReturnType<typeof createTenant>>;
const agent = new Agent({ keepAlive: true, maxSockets: WRITERS });

beforeAll(async () => {
  tidings = await startTidings();
  tenant = await createTenant(tidings, 'acme');
  const type = { id: 'support', conversation_data_list_item_template: '' };
  await tidings.call('POST', '/conversation-types', { token: tenant.token, body: type });
  const conversation = { id: 'busy', conversation_type_id: 'support' };
  await tidings.call('POST', '/conversations', { token: tenant.token, body: conversation });
});
afterAll(async () => {
  agent.destroy();
  await closeAudited(tidings);
});

const path = '/conversations/busy/messages';

/** A bare client: what is measured here is the service. */
const post = (text: string) =>
  new Promise<{ status: number; id: string }>((resolve, reject) => {
    const headers = { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' };
    const sent = request(`${tidings.url}/api/v1${path}`, { method: 'POST', agent, headers }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (part) => {
        body += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, id: JSON.parse(body).id }));
      answer.on('error', reject);
    });
    sent.on('error', reject).end(JSON.stringify({ kind: 'TEXT', text }));
  });

/** Posts one after the other; answers the ids in that order. */
async function write(writer: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let n = 0; n < POSTS; n++) {
    const { status, id } = await post(`${writer}/${n}`);
    expect(status).toBe(202);
    ids.push(id);
  }
  return ids;
}

async function listed() {
  const messages: { id: string; sequence: number; text: string }[] = [];
  for (let from = 0; ; from += PAGE) {
    const query = `order=ASC&limit=${PAGE}&last_sequence=${from}`;
    const { body } = await tidings.call('GET', `${path}?${query}`, { token: tenant.token });
    messages.push(...body.messages);
    if (!body.has_more) return messages;
  }
}

async function logged() {
  const events: MessageEvent[] = [];
  const log = tidings.app.get(EventLog);
  for (let from = 0; ; ) {
    const page = await log.readAll(from, PAGE);
    events.push(
      ...page.filter(({ type }) => type === 'MessagePosted').map((event) => event as unknown as MessageEvent),
    );
    if (page.length < PAGE) return events;
    from = page.at(-1)?.meta.position ?? 0;
  }
}

describe(`${WRITERS} writers who post ${POSTS} messages each into one conversation`, () => {
  test('get sequences without gaps in the order of the log; none is lost, none doubled', async () => {
    const written = await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    const last = await tidings.call('POST', path, {
      token: tenant.token,
      body: { kind: 'TEXT', text: 'the end' },
      headers: { prefer: 'wait' },
    });
    expect(last.body.sequence).toBe(ALL + 1);

    const messages = await listed();
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
  }, 60_000);
});
