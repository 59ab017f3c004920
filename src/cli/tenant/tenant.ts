import { createInterface } from 'node:readline/promises';
import { argumentsOf } from '../shared/arguments.js';
import { Differs, EXIT_CODES, WrongUsage } from '../shared/failures.js';
import { tellFromService } from '../shared/service.js';

type Verb = 'suspend' | 'resume' | 'delete';

/** A line of the service. */
interface Tenant {
  readonly id: string;
  readonly subdomain: string;
  readonly state: 'ACTIVE' | 'SUSPENDED' | 'DELETED';
  readonly erased?: boolean;
}

const usage = (verb: Verb) => `Usage: npm run tidings -- tenant ${verb} <tenant> [--yes] [--json]

  <tenant>   id or subdomain of the tenant
  --yes      does not ask
  --json     prints the tenant as JSON

The service must run on this machine with the same DATA_DIR.

${EXIT_CODES}`;

const LIST_USAGE = `Usage: npm run tidings -- tenant list [--json]

Prints a line for each tenant: id, state and subdomain.

  --json   prints a line of JSON for each tenant

The service must run on this machine with the same DATA_DIR.

${EXIT_CODES}`;

const DONE: Readonly<Record<Verb, (tenant: Tenant) => string>> = {
  suspend: ({ subdomain }) => `The tenant ${subdomain} is suspended.`,
  resume: ({ subdomain }) => `The tenant ${subdomain} is active.`,
  delete: ({ subdomain }) =>
    `The tenant ${subdomain} is deleted, and every call of it is refused. Its data are erased from now on: tenant list shows when none is left. Its subdomain is never given again.`,
};

function listed({ id, state, erased, subdomain }: Tenant): string {
  const shown = state !== 'DELETED' ? state : erased ? 'DELETED, erased' : 'DELETED, being erased';
  return `${id}  ${shown.padEnd(21)}  ${subdomain}`;
}

async function confirmed(verb: Verb, tenant: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new WrongUsage(`tenant ${verb} needs --yes where no terminal can confirm it.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const said = await terminal.question(`Type yes to ${verb} the tenant ${tenant}: `);
  terminal.close();
  return said.trim().toLowerCase() === 'yes';
}

/** Sends a command for a tenant to the running service. @throws WrongUsage, Differs, Unreadable */
export const tenantCommand =
  (verb: Verb) =>
  async (args: readonly string[], say: (line: string) => void): Promise<void> => {
    const given = argumentsOf(args, [], usage(verb), { flags: ['yes'], operands: ['tenant'] });
    if (!given) return say(usage(verb));
    const { tenant, yes, json } = given;
    if (!yes && !(await confirmed(verb, tenant))) throw new Differs('Nothing was changed.');
    await tellFromService<Tenant>({ command: `tenant ${verb}`, args: { tenant } }, { json, say, text: DONE[verb] });
  };

/** Prints a line for each tenant. @throws WrongUsage, Differs, Unreadable */
export async function listTenants(args: readonly string[], say: (line: string) => void): Promise<void> {
  const given = argumentsOf(args, [], LIST_USAGE);
  if (!given) return say(LIST_USAGE);
  await tellFromService<Tenant>({ command: 'tenant list', args: {} }, { json: given.json, say, text: listed });
}
