import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { askOperator } from '../../adapters/operator-socket/ask-operator.js';
import { operatorSocketOf } from '../../adapters/operator-socket/operator-socket.js';
import { storeSettings } from '../../config/stores.js';
import type { OperatorCall } from '../../ports/process/operator-calls.js';
import { Differs, EXIT_CODES, WrongUsage } from '../shared/failures.js';

type Verb = 'suspend' | 'resume' | 'delete';

const usage = (verb: Verb) => `Usage: npm run tidings -- tenant ${verb} <tenant> [--yes]

  <tenant>   id or subdomain of the tenant
  --yes      does not ask

The service must run on this machine with the same DATA_DIR.

${EXIT_CODES}`;

async function confirmed(verb: Verb, tenant: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new WrongUsage(`tenant ${verb} needs --yes where no terminal can confirm it.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const said = await terminal.question(`Type yes to ${verb} the tenant ${tenant}: `);
  terminal.close();
  return said.trim().toLowerCase() === 'yes';
}

/** Sends a command for a tenant to the running service. @throws WrongUsage, Differs */
export const tenantCommand =
  (verb: Verb) =>
  async (args: readonly string[], say: (line: string) => void): Promise<void> => {
    const options = { yes: { type: 'boolean' }, help: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true });
    if (values.help) return say(usage(verb));
    const [tenant, ...more] = positionals;
    if (tenant === undefined || more.length > 0) throw new WrongUsage(usage(verb));
    if (!values.yes && !(await confirmed(verb, tenant))) throw new Differs('Nothing was changed.');
    say(await answerTo({ command: `tenant ${verb}`, tenant }));
  };

/** Prints a line for each tenant. @throws WrongUsage, Differs */
export async function listTenants(args: readonly string[], say: (line: string) => void): Promise<void> {
  const help = `Usage: npm run tidings -- tenant list\n\n${EXIT_CODES}`;
  if (args.length === 1 && args[0] === '--help') return say(help);
  if (args.length > 0) throw new WrongUsage(help);
  let after = '';
  for (;;) {
    const page = await answerTo({ command: 'tenant list', tenant: after });
    if (page === '') return;
    say(page);
    after = page.slice(page.lastIndexOf('\n') + 1).split(' ')[0] ?? '';
  }
}

async function answerTo(call: OperatorCall): Promise<string> {
  const path = operatorSocketOf(storeSettings.dataDir.read(process.env));
  const answer = await askOperator(path ?? '', call).catch(() => {
    throw new Differs('No service with this DATA_DIR runs on this machine. Start it first.');
  });
  if (!answer.ok) throw new Differs(answer.message);
  return answer.message;
}
