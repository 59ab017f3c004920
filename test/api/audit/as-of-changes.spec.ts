import { afterAll, beforeAll, expect, test } from 'vitest';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { CaughtUp } from '../../../src/engine/read-models/caught-up.js';
import { appendedId, appendMessagesTo } from '../../fixtures/long-log.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';
import { recorded } from './recorded.js';

/** More messages than a list as of a moment reads. */
const MESSAGES = 10_050;
/** Numbers of those that are deleted. */
const DELETED = [3, 9_000, 40];
const messages = '/conversations/long/messages';

let tidings: Tidings;
let acme: Tenant;

beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  acme = await createTenant(tidings, 'as-of-changes');
  await acme.conversationWithClient('long');
  const log = tidings.app.get(EventLog);
  await appendMessagesTo(log, acme.tenantId, 'long', MESSAGES);
  await tidings.app.get(CaughtUp).reached(await log.head(), 60_000);
}, 90_000);
afterAll(() => closeAudited(tidings));

interface Row {
  readonly id: string;
  readonly text?: string;
  readonly deleted_at?: string;
}

test('lists of a long conversation by the last change are those of then', async () => {
  const { owner } = acme;
  const first = (await acme.post('long', 'first')).body;
  const later = encodeURIComponent(first.created_at);
  const past = recorded(owner, [
    `${messages}?order_by=updated_at&limit=5`,
    `${messages}?order_by=updated_at&limit=5&offset=2`,
    `${messages}?order_by=updated_at&limit=5&offset=9000`,
    `${messages}?order_by=updated_at&order=ASC&limit=5`,
    `${messages}?order_by=updated_at&order=ASC&limit=5&offset=${MESSAGES - 2}`,
    `${messages}?updated_after=${later}&limit=100`,
    `${messages}?updated_before=${later}&limit=3`,
    `${messages}?updated_after=${later}&order_by=updated_at&order=ASC&limit=2&offset=1`,
  ]);
  const erase = (id: string) => owner.mustCall('DELETE', `${messages}/${id}`);
  await past.record();
  for (const n of DELETED) {
    await erase(appendedId(n));
    await acme.post('long', `behind ${n}`);
    await past.record();
  }
  await erase(first.id);
  await past.record();

  const now = new Map<string, Row>();
  for (const id of [...DELETED.map(appendedId), first.id]) {
    now.set(id, (await owner.mustCall('GET', `${messages}/${id}`)).body);
  }
  await past.isAnsweredAgain(({ body }) => {
    const rows: readonly Row[] = body.messages;
    return [{ ...body, messages: rows.map((row) => (now.has(row.id) && !row.deleted_at ? erased(row) : row)) }];
  });
}, 60_000);

test('pages by cursor go through all of them once', async () => {
  const { headers } = await acme.owner.call('GET', '/tenant');
  await acme.owner.mustCall('DELETE', `${messages}/${appendedId(7)}`);
  await acme.owner.mustCall('DELETE', `${messages}/${appendedId(10_000)}`);
  const list = `${messages}?order_by=updated_at&limit=100&at=${headers.get('tidings-position')}`;
  const ids: string[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await acme.owner.mustCall('GET', `${list}${cursor}`);
    ids.push(...body.messages.map(({ id }: Row) => id));
    if (!body.has_more) {
      expect([ids.length, new Set(ids).size]).toEqual([body.total_elements, body.total_elements]);
      return;
    }
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
}, 30_000);

const erased = ({ text: _text, ...row }: Row) => ({ ...row, erased: true });
