import { WrongSetting } from '../config/environment.js';
import { StartRefused } from '../ports/process/start-refused.js';
import { logCopy } from './log/copy.js';
import { NotACopy } from './log/copy-log.js';
import { listTenants, tenantCommand, WrongUsage } from './tenant/tenant.js';

type Command = (args: readonly string[], say: (line: string) => void) => Promise<void>;

/** Commands of the operator by name. */
const commands: Readonly<Record<string, { readonly about: string; readonly run: Command }>> = {
  'tenant list': { about: 'List the tenants with their states', run: listTenants },
  'tenant suspend': { about: 'Refuse all calls of a tenant, and let its effects wait', run: tenantCommand('suspend') },
  'tenant resume': { about: 'End the suspension of a tenant', run: tenantCommand('resume') },
  'tenant delete': { about: 'Delete a tenant, and erase its data', run: tenantCommand('delete') },
  'log copy': { about: 'Copy an event log to another store and verify the copy', run: logCopy },
};

/** Errors that one sentence explains. */
const clear = [WrongSetting, StartRefused, NotACopy, WrongUsage];

const [, , ...words] = process.argv;
const name = Object.keys(commands).find((each) => words.slice(0, each.split(' ').length).join(' ') === each);
const say = (line: string) => void process.stdout.write(`${line}\n`);

if (name === undefined) {
  say('Usage: npm run tidings -- <command>\n');
  for (const [each, { about }] of Object.entries(commands)) say(`  ${each.padEnd(16)}${about}`);
  process.exitCode = words.length === 0 || words.includes('--help') ? 0 : 2;
} else {
  try {
    await commands[name]?.run(words.slice(name.split(' ').length), say);
  } catch (error) {
    if (!clear.some((known) => error instanceof known)) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = error instanceof WrongUsage ? 2 : 1;
  }
}
// The client of an event store may keep its connection open for a while.
process.exit();
