import { fileURLToPath } from 'node:url';
import { tenantAttackNames } from '../../test/reliability/isolation/attacks/table.js';
import { HOSTILE, isolate } from '../../test/reliability/isolation/campaign.js';
import { operations } from '../../test/reliability/isolation/quiet-tenant.js';
import { measuredOf, ratioToAlone } from '../../test/reliability/isolation/verdict.js';
import type { Benchmark } from '../benchmark.js';
import { USUAL } from '../rounds.js';
import { ms, type Row, times } from '../table.js';

const HEAP_MIB = 512;
const MOST_TIMES = 3;
const WITHIN_MS = 150;
const NOISY = 'noisy-posts';

/**
 * G14: how long a quiet tenant waits while a noisy one with 64 senders works, and while ten hostile ones do, against the
 * same alone. The longest time is CPU time of the service from a request to its answer, as in `npm run test:isolation`.
 */
export const isolation: Benchmark = async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const report = await isolate({
    root,
    service: root,
    seconds: USUAL.ms / 1_000,
    rounds: USUAL.rounds,
    groups: { [NOISY]: [NOISY], [HOSTILE]: tenantAttackNames },
    heapMiB: HEAP_MIB,
    say: () => {},
  });
  const measured = measuredOf(report);
  const alone = measured.find(({ beside }) => beside !== NOISY && beside !== HOSTILE);
  const beside = measured.filter((group) => group !== alone);
  return beside.flatMap((group) =>
    operations.flatMap((operation): Row[] => {
      const [ratio, worked] = [ratioToAlone(measured, group, operation), group.time(operation, 'workedMs', 0.99)];
      const row = { benchmark: 'G14', what: `${operation} beside ${group.beside}: median` };
      return [
        {
          ...row,
          baseline: ms(alone?.time(operation, 'wallMs', 0.5) ?? Number.NaN),
          product: ms(group.time(operation, 'wallMs', 0.5)),
          ratio: times(ratio),
          bound: `≤ ${MOST_TIMES}×`,
          reached: ratio <= MOST_TIMES,
        },
        {
          ...row,
          what: '… CPU of the service until 99 of 100 are answered',
          baseline: ms(alone?.time(operation, 'workedMs', 0.99) ?? Number.NaN),
          product: ms(worked),
          ratio: '',
          bound: `≤ ${WITHIN_MS} ms`,
          reached: worked <= WITHIN_MS,
        },
      ];
    }),
  );
};
