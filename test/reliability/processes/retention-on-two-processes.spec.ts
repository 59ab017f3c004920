import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProcessRole } from '../../../src/engine/effects/worker-host.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { parseStreamName } from '../../../src/kernel/stream.js';
import { ErasureWorker } from '../../../src/modules/conversations/erasure/application/erasure.worker.js';
import { RetentionWorker } from '../../../src/modules/conversations/retention/application/retention.worker.js';
import { CLOCK } from '../../../src/ports/process/clock.js';
import { BEYOND, createRetentionTenant, type RetentionTenant, untilErased } from '../../fixtures/retention.js';
import { closeApp, startTidings, type Tidings } from '../../support/api.js';
import { auditReadModels, auditRunning } from '../../support/audit.js';
import { isEmbeddedRun } from '../../support/engines.js';
import { SHARED_MASTER_KEY, type SharedService, sharedService } from '../../support/given/shared-log.js';
import { setClock } from '../../support/processes/set-clock.js';
import { until } from '../../support/until.js';

const CONVERSATIONS = 40;
const ids = Array.from({ length: CONVERSATIONS }, (_, n) => `c${n}`);
const clock = setClock();

const replaced = [{ provide: CLOCK, useValue: clock }];

let service: SharedService;
let members: readonly [Tidings, Tidings];
let tenant: RetentionTenant;

/** Processes of one folder; on the engines that the run names, or else on one embedded log. */
const start = (roles: readonly ProcessRole[]): Promise<Tidings> =>
  isEmbeddedRun()
    ? service.start(roles, replaced)
    : startTidings(
        { RATE_LIMITS: 'off', MASTER_KEY: SHARED_MASTER_KEY.toString('base64'), ROLES: roles.join(',') },
        service.dataDir,
        undefined,
        replaced,
      );

beforeAll(async () => {
  service = sharedService();
  members = [await start(['api', 'projector', 'effects']), await start(['api'])];
  tenant = await createRetentionTenant(members[0], 'twice');
  for (const id of ids) {
    const participants = [{ id: 'cleo', kind: 'CLIENT', display_name: 'Cleo' }];
    await tenant.key.mustCall('POST', '/conversations', { id, conversation_type_id: 'all', participants });
    const text = { kind: 'TEXT', text: id, participant_id: 'cleo' };
    await tenant.key.mustCall('POST', `/conversations/${id}/messages`, text);
  }
});
afterAll(async () => {
  if (!isEmbeddedRun()) for (const member of members) await closeApp(member.app);
  await service.close();
});

/** Ids of the streams in which such events stand. */
async function namedBy(type: string): Promise<readonly string[]> {
  const log = members[0].app.get(EventLog);
  const events = (await log.readAll(0, 10_000)).filter((each) => each.type === type);
  return events.map(({ meta }) => parseStreamName(meta.stream).id).sort();
}

test('two processes that remove the same conversations at once remove each once', async () => {
  const [one, other] = members;
  // A process that lost its lease may still work for a moment; here it does so for the whole run.
  const workers = [other.app.get(RetentionWorker), other.app.get(ErasureWorker)];
  for (const worker of workers) worker.start();
  clock.advance(BEYOND);
  await untilErased(one, tenant.tenantId, ids, tenant.key);
  const [run] = await until(
    async () => {
      clock.advance(3_000);
      return (await tenant.key.mustCall('GET', '/conversation-types/all/retention/runs')).body.runs;
    },
    ([first]) => first?.finished_at !== undefined,
  );
  for (const worker of workers) worker.close();
  expect(run).toMatchObject({ removed: CONVERSATIONS });
  expect(await namedBy('ConversationRemoved')).toEqual([...ids].sort());
  expect(await namedBy('ErasureCompleted')).toEqual([...ids].sort());
  expect(await namedBy('RetentionRunFinished')).toHaveLength(1);
  const audited = isEmbeddedRun() ? undefined : await auditRunning(members[0]);
  for (const member of members) await member.close();
  const { differences } = audited ?? (await auditReadModels(service.dataDir, 'whole', SHARED_MASTER_KEY));
  expect(differences).toEqual([]);
}, 60_000);
