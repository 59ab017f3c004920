import { afterAll, expect, test } from 'vitest';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { instant } from '../../../src/kernel/instant.js';
import { streamName } from '../../../src/kernel/stream.js';
import { createTenant } from '../../fixtures/tenant.js';
import { startTidings } from '../../support/api.js';

const tidings = await startTidings();
afterAll(() => tidings.close());

test('an event that cannot be shown does not end the feed, which goes on behind it', async () => {
  const tenant = await createTenant(tidings, 'ghosts');
  await tenant.conversationWithClient('a');
  const id = crypto.randomUUID();
  const meta = { id, at: instant(Date.now()), actor: 'test', commandId: id, correlationId: id };
  const labelled = { type: 'ConversationLabelled', data: { labels: ['x'] }, meta };
  await tidings.app.get(EventLog).append(streamName('conversation', tenant.tenantId, 'ghost'), 0, [labelled]);
  await tenant.post('a', 'behind');

  const texts: (string | undefined)[] = [];
  const ids: string[] = [];
  for (let after = ''; ; ) {
    const { body } = await tenant.owner.mustCall('GET', `/events?limit=1${after}`);
    ids.push(...body.events.map((event: { id: string }) => event.id));
    texts.push(...body.events.map((event: { data: { text?: string } }) => event.data.text));
    if (!body.has_more) break;
    after = `&after=${body.next}`;
  }
  expect(ids).not.toContain(id);
  expect(texts.at(-1)).toBe('behind');
  expect((await tenant.owner.mustCall('GET', '/events')).body.events).toHaveLength(ids.length);
});
