import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { client } from '../fixtures/conversations.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { createWorkflowTenant, onMessage, type WorkflowTenant } from '../fixtures/workflows.js';
import { startTidings, type Tidings } from '../support/api.js';
import { operator } from '../support/processes/operator.js';

const REQUEST = 'order-4711';

let tidings: Tidings;
let acme: WorkflowTenant;
let other: Tenant;
let id: string;

beforeAll(async () => {
  tidings = await startTidings({ LOG_LEVEL: 'fatal' });
  other = await createTenant(tidings, 'other');
  acme = await createWorkflowTenant(tidings, 'acme');
  await acme.workflow('answer', onMessage());
  const conversation_data = { order: { status: 'sent' } };
  await acme.conversation('case', { participants: [client('gerda')], conversation_data });
  const message = { kind: 'TEXT', text: 'hello', participant_id: 'gerda' };
  const headers = { 'x-request-id': REQUEST, prefer: 'wait' };
  id = (await acme.owner.mustCall('POST', '/conversations/case/messages', message, headers)).body.id;
  await acme.untilRuns('answer', 1);
});
afterAll(() => tidings.close());

const traced = (...args: readonly string[]) => operator(tidings.dataDir, ['trace', ...args]);

describe('tidings trace', () => {
  test('prints the tree of an event, found in any tenant', async () => {
    const { code, out, error } = await traced(id);
    expect([code, error]).toEqual([0, '']);
    const lines = out.split('\n');
    expect(lines[0]).toMatch(new RegExp(`^Request ${REQUEST} at \\S+ by USER .*, tenant ${acme.tenantId}$`));
    expect(lines[1]).toBe(`MessagePosted ${id}`);
    expect(lines).toContain('  frame NEW_MESSAGE');
    expect(out).toMatch(/^ {2}run \S+ of workflow answer DONE$/m);
    expect(out).toMatch(/^ {2}MessagePosted \S+\n {4}\S+, p[0-9a-z]+, MESSAGE \S+, by WORKFLOW answer$/m);
  });

  test('prints lines of JSON, of one tenant and by the id of the request', async () => {
    const { code, out } = await traced(REQUEST, '--tenant', 'acme', '--json');
    expect(code).toBe(0);
    const [request, ...events] = out.split('\n').map((line) => JSON.parse(line));
    expect(request).toMatchObject({ tenant: acme.tenantId, request: { id: REQUEST } });
    expect(events[0]).toMatchObject({ depth: 0, event: { id, type: 'MessagePosted' }, frames: ['NEW_MESSAGE'] });
    expect(events.map(({ depth }) => depth).toSorted()).toEqual(expect.arrayContaining([0, 1, 1]));
  });

  test('finds nothing in another tenant, nor of an unknown id: 1', async () => {
    const ended = await Promise.all([
      traced(id, '--tenant', other.tenantId),
      traced('unknown'),
      traced(id, '--tenant', 'nobody'),
    ]);
    for (const { code, out, error } of ended) {
      expect([code, out]).toEqual([1, '']);
      expect(error).not.toBe('');
    }
  });

  test('wrong usage is 2, and --help tells the right one', async () => {
    const [none, strange, help] = await Promise.all([traced(), traced(id, '--strange'), traced('--help')]);
    expect([none.code, strange.code, help.code]).toEqual([2, 2, 0]);
    expect(help.out).toMatch(/^Usage: npm run tidings -- trace <id>/);
  });
});
