import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type AttackName, attackNames, noisyNames, tenantAttackNames } from './isolation/attacks/table.js';
import { HOSTILE, isolate } from './isolation/campaign.js';
import { longStalls, measureStalls, stallTable } from './isolation/stalls.js';
import { failures, noisyRemarks, serviceTable, table } from './isolation/verdict.js';

/**
 * `npm run test:isolation -- --seconds 8 --rounds 5 --heap 512`: exits with 1 if ten hostile tenants at once harm a quiet
 * one more than promised. It also reports the neighbour of one noisy tenant. `--attacks includes,schemas` names other
 * hostile tenants, `--each` measures each attacker alone too, and `--service` names the folder of another compiled service.
 * `--stalls` measures how long single legal requests hold the event loop, and nothing else.
 */
const say = (text: string) => process.stdout.write(`${text}\n`);

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '5' },
    attacks: { type: 'string', default: tenantAttackNames.join() },
    heap: { type: 'string', default: '512' },
    service: { type: 'string' },
    stalls: { type: 'boolean', default: false },
    each: { type: 'boolean', default: false },
  },
});
const root = join(import.meta.dirname, '../..');
const service = values.service ?? root;
const heapMiB = Number(values.heap);

function end(found: readonly string[]): never {
  for (const failure of found) say(failure);
  say(found.length === 0 ? 'passed' : 'failed');
  process.exit(found.length === 0 ? 0 : 1);
}

function broken(error: unknown): never {
  return end([error instanceof Error ? `${error.stack}` : String(error)]);
}

if (values.stalls) {
  const stalls = await measureStalls(service, heapMiB, say).catch(broken);
  say(`\n${stallTable(stalls)}\n`);
  end(longStalls(stalls));
}

const names = values.attacks.split(',') as AttackName[];
const unknown = names.filter((name) => !attackNames.includes(name));
if (unknown.length > 0) {
  say(`Unknown attack ${unknown.join(', ')}. Known: ${attackNames.join(', ')}.`);
  process.exit(2);
}

const alone = values.each ? attackNames : noisyNames;
const report = await isolate({
  root,
  service,
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  groups: { [HOSTILE]: names, ...Object.fromEntries(alone.map((name) => [name, [name]])) },
  heapMiB,
  say,
}).catch(broken);
say(`\n${table(report)}\n\n${serviceTable(report)}\n`);
for (const remark of noisyRemarks(report)) say(remark);
end(failures(report));
