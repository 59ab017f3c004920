import { WrongSetting } from '../config/environment.js';
import { StartRefused } from '../ports/process/start-refused.js';
import { StoreUnavailable } from '../ports/stores/event-store.js';
import { auditCommand } from './audit/live/audit-command.js';
import { backup } from './backup/backup.js';
import { restore } from './backup/restore.js';
import { doctor } from './doctor/doctor.js';
import { events } from './events/events.js';
import { keysRotate } from './keys/rotate.js';
import { logCopy } from './log/copy.js';
import { logVerify } from './log/verify/verify.js';
import { changeModel, listModels, rebuildModel } from './models/models.js';
import { listParked, parkedCommand } from './parked/parked.js';
import { Differs, EXIT_CODES, Unreadable, WrongUsage } from './shared/failures.js';
import { show } from './show/show.js';
import { listTenants, tenantCommand } from './tenant/tenant.js';
import { trace } from './trace/trace.js';
import { replayWebhooks } from './webhooks/replay.js';

type Command = (args: readonly string[], say: (line: string) => void) => Promise<void>;

/** Commands of the operator by name. */
const commands: Readonly<Record<string, { readonly about: string; readonly run: Command }>> = {
  events: { about: 'Read the event log of any tenant', run: events },
  show: { about: 'Show a resource of any tenant as of a moment, or what changed', run: show },
  audit: { about: 'Compare the read models with the log while the service runs', run: auditCommand },
  trace: { about: 'Print what caused an event and what followed from it', run: trace },
  'replay webhooks': { about: 'Send the webhooks of a tenant again', run: replayWebhooks },
  doctor: { about: 'Say what is wrong with a deployment, and what to do', run: doctor },
  'tenant list': { about: 'List the tenants with their states', run: listTenants },
  'tenant suspend': { about: 'Refuse all calls of a tenant, and let its effects wait', run: tenantCommand('suspend') },
  'tenant resume': { about: 'End the suspension of a tenant', run: tenantCommand('resume') },
  'tenant delete': { about: 'Delete a tenant, and erase its data', run: tenantCommand('delete') },
  backup: { about: 'Back up DATA_DIR and its keys while the service runs', run: backup },
  restore: { about: 'Restore a backup into an empty DATA_DIR', run: restore },
  'log verify': { about: 'Verify the event log, its checkpoints and their signatures', run: logVerify },
  'keys rotate': { about: 'Wrap every key of a stopped service with a new master key', run: keysRotate },
  models: { about: 'List the read models, their versions and their second copies', run: listModels },
  'models rebuild': { about: 'Build a second copy of a read model while the first serves', run: rebuildModel },
  'models compare': { about: 'Compare both copies of a read model', run: changeModel('compare') },
  'models switch': { about: 'Let the new copy serve, and keep the other', run: changeModel('switch') },
  'models rollback': { about: 'Let the kept copy serve again', run: changeModel('rollback') },
  'models drop': { about: 'Drop the copy that does not serve', run: changeModel('drop') },
  'parked list': { about: 'List what could not be applied', run: listParked },
  'parked show': { about: 'Show one of it, with its event', run: parkedCommand('show') },
  'parked retry': { about: 'Try it again', run: parkedCommand('retry') },
  'parked skip': { about: 'Pass its event over for good, with a reason', run: parkedCommand('skip') },
  'log copy': { about: 'Copy an event log to another store and verify the copy', run: logCopy },
};

function exitCodeOf(error: unknown): number | undefined {
  if (error instanceof WrongUsage || error instanceof WrongSetting) return 2;
  if (error instanceof Differs) return 1;
  const isOfSystem = error instanceof Error && 'code' in error && ('syscall' in error || 'errcode' in error);
  if (isOfSystem || [Unreadable, StartRefused, StoreUnavailable].some((each) => error instanceof each)) return 3;
  return undefined;
}

const [, , ...words] = process.argv;
const name = Object.keys(commands)
  .toSorted((a, b) => b.length - a.length)
  .find((each) => words.slice(0, each.split(' ').length).join(' ') === each);
const say = (line: string) => void process.stdout.write(`${line}\n`);
// A reader such as `head` has read enough.
process.stdout.on('error', () => process.exit());

if (name === undefined) {
  say('Usage: npm run tidings -- <command>\n');
  for (const [each, { about }] of Object.entries(commands)) say(`  ${each.padEnd(18)}${about}`);
  say(`\n${EXIT_CODES}`);
  process.exitCode = words.length === 0 || words.includes('--help') ? 0 : 2;
} else {
  try {
    await commands[name]?.run(words.slice(name.split(' ').length), say);
  } catch (error) {
    const code = exitCodeOf(error);
    if (code === undefined) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = code;
  }
}
// The client of an event store may keep its connection open for a while.
process.exit();
