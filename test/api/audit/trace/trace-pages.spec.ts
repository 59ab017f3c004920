import { afterAll, beforeAll, expect, test } from 'vitest';
import { client } from '../../../fixtures/conversations.js';
import { createWorkflowTenant, onMessage, type WorkflowTenant } from '../../../fixtures/workflows.js';
import { type Answer, startTidings, type Tidings } from '../../../support/api.js';

type Node = Answer['body'];

const CONVERSATIONS = 25;
const POSTS = 1_050;
const REQUEST = 'many';

let tidings: Tidings;
let acme: WorkflowTenant;

beforeAll(async () => {
  tidings = await startTidings({ LOG_LEVEL: 'fatal' });
  acme = await createWorkflowTenant(tidings, 'acme');
});
afterAll(() => tidings.close());

const flat = (nodes: readonly Node[]): readonly Node[] => nodes.flatMap((node) => [node, ...flat(node.children)]);

const page = async (cursor?: string): Promise<Answer['body']> => {
  const query = cursor === undefined ? '' : `?cursor=${cursor}`;
  return (await acme.owner.mustCall('GET', `/audit/trace/${REQUEST}${query}`)).body;
};

test('a request id of many calls gives all their trees, breadth first, in pages of 1000', async () => {
  await acme.workflow('answer', onMessage({ message_sequence: 1 }));
  const participants = [client('gerda')];
  const conversation_data = { order: { status: 'sent' } };
  for (let n = 0; n < CONVERSATIONS; n++) await acme.conversation(`case-${n}`, { participants, conversation_data });
  const post = (_: unknown, n: number) =>
    acme.owner.mustCall(
      'POST',
      `/conversations/case-${n % CONVERSATIONS}/messages`,
      { kind: 'TEXT', text: 'hello', participant_id: 'gerda' },
      { 'x-request-id': REQUEST },
    );
  for (let n = 0; n < POSTS; n += 50) await Promise.all(Array.from({ length: 50 }, post));
  await acme.untilRuns('answer', CONVERSATIONS);

  const first = await page();
  const second = await page(first.next_cursor);
  expect([first.has_more, second.has_more, second.next_cursor]).toEqual([true, false, undefined]);
  const [one, two] = [flat(first.events), flat(second.events)];
  expect(one).toHaveLength(1_000);
  const all = [...one, ...two];
  expect(new Set(all.map(({ event }) => event.id)).size).toBe(all.length);
  const roots = all.filter(({ event }) => event.request_id === REQUEST);
  expect(roots.length).toBeGreaterThanOrEqual(POSTS);
  expect(all.slice(0, roots.length)).toEqual(roots);
  const caused = all.filter(({ event }) => event.caused_by !== undefined);
  expect(caused.filter(({ event }) => event.type === 'WorkflowRan')).toHaveLength(CONVERSATIONS);
  expect(caused.filter(({ event }) => event.type === 'MessagePosted')).toHaveLength(CONVERSATIONS);
  expect(roots.length + caused.length).toBe(all.length);
  const onFirst = new Set(one.map(({ event }) => event.id));
  const causes = second.events.flatMap(({ event }: Node) => event.caused_by ?? []);
  expect(causes.length).toBeGreaterThan(0);
  for (const cause of causes) expect(onFirst).toContain(cause);
});

test('a cursor of another trace, or none of ours, is 400', async () => {
  const { next_cursor } = await page();
  const strange = Buffer.from(JSON.stringify({ b: 'x', k: '{}', o: 0 })).toString('base64url');
  for (const [id, cursor] of [
    ['another', next_cursor],
    [REQUEST, 'x'],
    [REQUEST, strange],
  ]) {
    const { status, body } = await acme.owner.call('GET', `/audit/trace/${id}?cursor=${cursor}`);
    expect([status, body.errors[0].path]).toEqual([400, 'cursor']);
  }
});
