import { WrongSetting } from '../config/environment.js';
import { StartRefused } from '../ports/process/start-refused.js';
import { StoreUnavailable } from '../ports/stores/event-store.js';
import { Differs, EXIT_CODES, Unreadable, WrongUsage } from './shared/failures.js';

type Command = (args: readonly string[], say: (line: string) => void) => Promise<void>;

/** Commands of the operator by name. Each loads what it needs when it runs. */
const commands: Readonly<Record<string, { readonly about: string; readonly load: () => Promise<Command> }>> = {
  events: { about: 'Read the event log of any tenant', load: async () => (await import('./events/events.js')).events },
  show: {
    about: 'Show a resource of any tenant as of a moment, or what changed',
    load: async () => (await import('./show/show.js')).show,
  },
  audit: {
    about: 'Compare the read models with the log while the service runs',
    load: async () => (await import('./audit/live/audit-command.js')).auditCommand,
  },
  trace: {
    about: 'Print what caused an event and what followed from it',
    load: async () => (await import('./trace/trace.js')).trace,
  },
  'replay webhooks': {
    about: 'Send the webhooks of a tenant again',
    load: async () => (await import('./webhooks/replay.js')).replayWebhooks,
  },
  doctor: {
    about: 'Say what is wrong with a deployment, and what to do',
    load: async () => (await import('./doctor/doctor.js')).doctor,
  },
  'tenant list': {
    about: 'List the tenants with their states',
    load: async () => (await import('./tenant/tenant.js')).listTenants,
  },
  'tenant suspend': {
    about: 'Refuse all calls of a tenant, and let its effects wait',
    load: async () => (await import('./tenant/tenant.js')).tenantCommand('suspend'),
  },
  'tenant resume': {
    about: 'End the suspension of a tenant',
    load: async () => (await import('./tenant/tenant.js')).tenantCommand('resume'),
  },
  'tenant delete': {
    about: 'Delete a tenant, and erase its data',
    load: async () => (await import('./tenant/tenant.js')).tenantCommand('delete'),
  },
  backup: {
    about: 'Back up DATA_DIR and its keys while the service runs',
    load: async () => (await import('./backup/backup.js')).backup,
  },
  restore: {
    about: 'Restore a backup into an empty DATA_DIR',
    load: async () => (await import('./backup/restore.js')).restore,
  },
  'log verify': {
    about: 'Verify the event log, its checkpoints and their signatures',
    load: async () => (await import('./log/verify/verify.js')).logVerify,
  },
  'keys rotate': {
    about: 'Wrap every key of a stopped service with a new master key',
    load: async () => (await import('./keys/rotate.js')).keysRotate,
  },
  models: {
    about: 'List the read models, their versions and their second copies',
    load: async () => (await import('./models/models.js')).listModels,
  },
  'models rebuild': {
    about: 'Build a second copy of a read model while the first serves',
    load: async () => (await import('./models/models.js')).rebuildModel,
  },
  'models compare': {
    about: 'Compare both copies of a read model',
    load: async () => (await import('./models/models.js')).changeModel('compare'),
  },
  'models switch': {
    about: 'Let the new copy serve, and keep the other',
    load: async () => (await import('./models/models.js')).changeModel('switch'),
  },
  'models rollback': {
    about: 'Let the kept copy serve again',
    load: async () => (await import('./models/models.js')).changeModel('rollback'),
  },
  'models drop': {
    about: 'Drop the copy that does not serve',
    load: async () => (await import('./models/models.js')).changeModel('drop'),
  },
  'parked list': {
    about: 'List what could not be applied',
    load: async () => (await import('./parked/parked.js')).listParked,
  },
  'parked show': {
    about: 'Show one of it, with its event',
    load: async () => (await import('./parked/parked.js')).parkedCommand('show'),
  },
  'parked retry': {
    about: 'Try it again',
    load: async () => (await import('./parked/parked.js')).parkedCommand('retry'),
  },
  'parked skip': {
    about: 'Pass its event over for good, with a reason',
    load: async () => (await import('./parked/parked.js')).parkedCommand('skip'),
  },
  'log copy': {
    about: 'Copy an event log to another store and verify the copy',
    load: async () => (await import('./log/copy.js')).logCopy,
  },
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
    const run = await commands[name]?.load();
    await run?.(words.slice(name.split(' ').length), say);
  } catch (error) {
    const code = exitCodeOf(error);
    if (code === undefined) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = code;
  }
}
// The client of an event store may keep its connection open for a while.
process.exit();
