import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { postMessage } from '../fixtures/conversations.js';
import { createTenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { enginesFor } from '../support/engines.js';
import { compiledService } from '../support/processes/compiled-service.js';
import { type Ended, operatorRuns } from '../support/processes/operator.js';

type Tenant = Awaited<ReturnType<typeof createTenant>>;
let tidings: Tidings;
let acme: Tenant;
let other: Tenant;
let ownerId: string;
beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  [acme, other] = [await createTenant(tidings, 'acme'), await createTenant(tidings, 'other')];
  for (const tenant of [acme, other]) await tenant.conversation('c1', { description: 'heating' });
  await acme.conversation('gone', { description: 'secret plan' });
  await acme.conversation('large', { conversation_data: { text: 'x'.repeat(200_000) } });
  await postMessage(acme.owner, 'c1');
  await acme.owner.call('POST', '/conversations/gone/erase');
  ownerId = (await acme.owner.call('GET', '/users')).body.users[0].id;
}, 180_000);
afterAll(() => tidings.close());

vi.setConfig({ testTimeout: 180_000 });
afterAll(() => vi.resetConfig());

const run = (...commands: readonly (readonly string[])[]) =>
  operatorRuns(
    tidings.dataDir,
    commands.map((args) => ['events', ...args]),
  );
function eventsOf(ended: Ended | undefined) {
  expect([ended?.code, ended?.error]).toEqual([0, '']);
  return (ended?.out ?? '').split('\n').map((line) => JSON.parse(line));
}
const read = async (...commands: readonly (readonly string[])[]) =>
  (await run(...commands.map((args) => ['--json', ...args]))).map(eventsOf);
const typesOf = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

test('reads every event of the log once, in its order', async () => {
  const [events = []] = await read([]);
  const positions = events.map(({ position }) => Number.parseInt(position.slice(1), 36));
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(new Set(positions).size).toBe(events.length);
  const tenants = [...new Set(events.map(({ tenant_id }) => tenant_id))];
  expect(tenants).toEqual(expect.arrayContaining([acme.tenantId, other.tenantId]));
});

test('an id of a conversation brings its messages and members, with who caused them', async () => {
  const [found, shown] = await run(
    ['--json', '--tenant', 'acme', '--subject', 'c1'],
    ['--tenant', acme.tenantId, '--subject', 'CONVERSATION:c1', '--type', 'ConversationOpened'],
  );
  const events = eventsOf(found);
  expect(typesOf(events)).toEqual(expect.arrayContaining(['ConversationOpened', 'MessagePosted', 'ParticipantJoined']));
  const posted = events.find(({ type }) => type === 'MessagePosted');
  expect(posted).toMatchObject({
    tenant_id: acme.tenantId,
    schema: expect.any(Number),
    subject: { kind: 'MESSAGE', conversation_id: 'c1' },
    actor: { kind: 'USER', id: ownerId, name: expect.any(String) },
    data: expect.objectContaining({ text: expect.any(String) }),
  });
  expect(events.every(({ tenant_id }) => tenant_id === acme.tenantId)).toBe(true);
  expect(shown?.out).toMatch(/^p\w+ {2}\S+ {2}\S+ {2}ConversationOpened {2}CONVERSATION c1 in c1 {2}by USER .*heating/);
});

test('filters by type, actor and range, both ends inclusive', async () => {
  const [typed = [], mine = [], all = []] = await read(
    ['--type', 'MessagePosted,ConversationOpened'],
    ['--actor', `USER:${ownerId}`],
    ['--tenant', 'acme'],
  );
  expect(new Set(typesOf(typed))).toEqual(new Set(['MessagePosted', 'ConversationOpened']));
  expect(mine.every(({ actor }) => actor.id === ownerId)).toBe(true);
  expect(typesOf(mine)).toContain('MessagePosted');
  const [first, last] = [all[2], all.at(-3)];
  const between = all.slice(2, -2);
  const timed = all.filter(({ at }) => at >= first.at && at <= last.at);
  const ranges = await read(
    ['--tenant', 'acme', '--from', first.position, '--to', last.position],
    ['--tenant', 'acme', '--from', first.at, '--to', last.at],
  );
  expect(ranges).toEqual([between, timed]);
});

test('erased members are not there, secrets are hidden, and a blob has its digest and size', async () => {
  const [gone = [], users = [], [large] = []] = await read(
    ['--tenant', 'acme', '--subject', 'CONVERSATION:gone'],
    ['--type', 'UserCreated,UserChanged'],
    ['--subject', 'large', '--type', 'ConversationOpened'],
  );
  expect(JSON.stringify(gone)).not.toContain('secret plan');
  expect(gone.find(({ type }) => type === 'ConversationOpened')).toMatchObject({ erased: true });
  expect(JSON.stringify(users)).toContain('[secret]');
  expect(JSON.stringify(users)).not.toContain('$argon2');
  expect(large.data.data).toEqual({ digest: expect.any(String), size: expect.any(Number) });
});

test('what is not there ends with 1, a wrong usage with 2', async () => {
  const runs = await run(
    ['--subject', 'CONVERSATION:absent'],
    ['--tenant', 'absent'],
    ['--subject', 'NOTHING:c1'],
    ['--type', 'Nothing'],
    ['--from', 'yesterday'],
    ['--actor', 'USER:'],
  );
  expect(runs.map(({ code }) => code)).toEqual([1, 1, 2, 2, 2, 2]);
});

test('--follow goes on with new events', async () => {
  const child = spawn(
    process.execPath,
    [
      `${compiledService()}/src/cli/tidings.js`,
      'events',
      '--follow',
      '--json',
      '--tenant',
      'acme',
      '--type',
      'MessagePosted',
    ],
    {
      env: { ...process.env, ...enginesFor(tidings.dataDir), DATA_DIR: tidings.dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  const { body } = await postMessage(acme.owner, 'c1');
  const { value } = await lines.next();
  expect(JSON.parse(String(value)).subject.id).toBe(body.id);
  child.kill();
  await once(child, 'exit');
});
