import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { operator } from '../support/processes/operator.js';

let tidings: Tidings;
let acme: Tenant;
let from: string;

const position = async () => (await acme.owner.call('GET', '/tenant')).headers.get('tidings-position') ?? '';
const show = (...args: readonly string[]) => operator(tidings.dataDir, ['show', ...args]);

beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  acme = await createTenant(tidings, 'acme');
  const { path } = await acme.conversationWithClient('c1');
  from = await position();
  await acme.owner.mustCall('POST', `${path}/labels`, { labels: ['urgent'] });
});
afterAll(() => tidings.close());

describe('tidings show', { timeout: 180_000 }, () => {
  test('shows a resource of any tenant now and as of a moment', async () => {
    const now = await show('CONVERSATION', 'c1', '--json');
    expect([now.code, JSON.parse(now.out).shown.labels]).toEqual([0, ['urgent']]);
    const then = await show('CONVERSATION', 'c1', '--tenant', 'acme', '--at', from);
    expect([then.code, then.out]).toEqual([0, expect.stringContaining(`As of ${from}:`)]);
    expect(then.out).not.toContain('urgent');
    const client = await show('PARTICIPANT', 'client', '--conversation', 'c1', '--json');
    expect(JSON.parse(client.out).shown.display_name).toBe('Cleo');
  });
  test('shows what changed with its event', async () => {
    const { body } = await acme.owner.mustCall('GET', '/audit/events?type=ConversationLabelled');
    const text = await show('CONVERSATION', 'c1', '--diff', from);
    expect(text.out).toContain(`add     /labels/0: - -> "urgent"  ${body.events[0].id}`);
    const { out } = await show('CONVERSATION', 'c1', '--diff', from, '--json');
    const { body: diff } = await acme.owner.mustCall(
      'GET',
      `/audit/diff?subject_kind=CONVERSATION&subject_id=c1&from=${from}`,
    );
    expect(JSON.parse(out).changes).toEqual(diff.changes);
  });
  test.each([
    [['--help'], 0],
    [['CONVERSATION', 'none'], 1],
    [['CONVERSATION', 'c1', '--at', 'p0'], 1],
    [['CONVERSATION', 'c1', '--tenant', 'nobody'], 1],
    [['CONVERSATION'], 2],
    [['PARTICIPANT', 'client'], 2],
    [['SOMETHING', 'c1'], 2],
    [['CONVERSATION', 'c1', '--at', 'yesterday'], 2],
    [['CONVERSATION', 'c1', '--at', '2999-01-01T00:00:00Z'], 2],
  ])('%j ends with %i', async (args, code) => {
    expect((await show(...args)).code).toBe(code);
  });
  test('asks for the tenant where several have the id', async () => {
    await (await createTenant(tidings, 'other')).conversation('c1');
    const { code, error } = await show('CONVERSATION', 'c1');
    expect([code, error]).toEqual([2, expect.stringContaining('--tenant')]);
  });
});
