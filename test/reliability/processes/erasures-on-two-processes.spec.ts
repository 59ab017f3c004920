import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProcessRole } from '../../../src/engine/effects/worker-host.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { parseStreamName } from '../../../src/kernel/stream.js';
import { ErasureWorker } from '../../../src/modules/conversations/erasure/application/erasure.worker.js';
import type { Caller } from '../../fixtures/caller.js';
import { client } from '../../fixtures/conversations.js';
import { completedErasure, wholeFeed } from '../../fixtures/erasures.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { closeApp, startTidings, type Tidings } from '../../support/api.js';
import { auditReadModels, auditRunning } from '../../support/audit.js';
import { isEmbeddedRun } from '../../support/engines.js';
import { SHARED_MASTER_KEY, type SharedService, sharedService } from '../../support/given/shared-log.js';
import { until } from '../../support/until.js';

const WORD = 'qwzxunheard';
const ids = Array.from({ length: 8 }, (_, n) => `c${n}`);

let service: SharedService;
let members: readonly [Tidings, Tidings];
let tenant: Tenant;

/** Processes of one folder; on the engines that the run names, or else on one embedded log. */
const start = (roles: readonly ProcessRole[]): Promise<Tidings> =>
  isEmbeddedRun()
    ? service.start(roles)
    : startTidings(
        { RATE_LIMITS: 'off', MASTER_KEY: SHARED_MASTER_KEY.toString('base64'), ROLES: roles.join(',') },
        service.dataDir,
      );

beforeAll(async () => {
  service = sharedService();
  members = [await start(['api', 'projector', 'effects']), await start(['api'])];
  tenant = await createTenant(members[0], 'twice');
  for (const id of ids) {
    const { messages } = await tenant.conversation(id, { participants: [client('cleo', { display_name: WORD })] });
    for (let n = 0; n < 3; n++)
      await tenant.owner.mustCall('POST', messages, { kind: 'TEXT', text: `${WORD} ${n}`, participant_id: 'cleo' });
  }
}, 60_000);
afterAll(async () => {
  if (!isEmbeddedRun()) for (const member of members) await closeApp(member.app);
  await service.close();
});

const deleted = async (caller: Caller, path: string) =>
  String((await caller.mustCall('DELETE', `${path}?erase=true`)).headers.get('tidings-erasure'));

test('two processes erase each subject once, and both show what is left', async () => {
  const [one, other] = members.map((member) => tenant.owner.at(member)) as [Caller, Caller];
  // A process that lost its lease may still work for a moment; here it does so for the whole run.
  const worker = members[1].app.get(ErasureWorker);
  worker.start();
  const requested: string[] = [];
  for (const [n, id] of ids.entries()) {
    const caller = n % 2 === 0 ? one : other;
    if (n < 4) requested.push(await deleted(caller, `/conversations/${id}/participants/cleo`));
    else requested.push((await caller.mustCall('POST', `/conversations/${id}/erase`)).body.id);
  }
  const done = await Promise.all(requested.map((id) => completedErasure(one, id)));
  worker.close();
  expect(done.map(({ kind, events }) => [kind, events])).toEqual(
    ids.map((_, n) => (n < 4 ? ['PARTICIPANT', 4] : ['CONVERSATION', expect.any(Number)])),
  );
  for (const caller of [one, other]) {
    await until(async () => (await caller.call('GET', '/conversations/c7')).status === 410);
    const { body } = await caller.mustCall('GET', '/conversations/c0/messages');
    expect(body.messages.map(({ erased }: { erased?: true }) => erased)).toEqual([true, true, true]);
    expect(JSON.stringify(await wholeFeed(caller))).not.toContain(WORD);
  }
  const events = await members[0].app.get(EventLog).readAll(0, 10_000);
  const completed = events.filter(({ type }) => type === 'ErasureCompleted');
  const streams = completed.map(({ meta }) => parseStreamName(meta.stream).id).sort();
  expect(streams).toEqual(ids.map((id, n) => (n < 4 ? `${id}.cleo` : id)).sort());
  const audited = isEmbeddedRun() ? undefined : await auditRunning(members[0]);
  for (const member of members) await member.close();
  const { differences } = audited ?? (await auditReadModels(service.dataDir, 'whole', SHARED_MASTER_KEY));
  expect(differences).toEqual([]);
}, 60_000);
