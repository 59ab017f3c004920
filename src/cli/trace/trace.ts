import { argumentsOf } from '../shared/arguments.js';
import { EXIT_CODES } from '../shared/failures.js';
import { settings } from '../shared/parts.js';
import { tellFromService } from '../shared/service.js';
import { tenantIdOf } from '../shared/tenants.js';
import { type TraceLine, textOf } from './trace-text.js';

const USAGE = `Usage: npm run tidings -- trace <id> [--tenant <tenant>] [--json]

Prints the tree of events that an id belongs to, from the request at its root: each event with its frames, its webhook
delivery and attempts, its notifications, its workflow runs, and the events that it caused.

  <id>                id of an event, request, webhook delivery, notification or workflow run
  --tenant <tenant>   id or subdomain of the tenant; without it, all tenants are searched
  --json              prints a line of JSON for the request and for each event, with its depth

The service must run on this machine with the same DATA_DIR.

${EXIT_CODES}`;

/** @throws WrongUsage, Differs, Unreadable */
export async function trace(args: readonly string[], say: (line: string) => void): Promise<void> {
  const given = argumentsOf(args, ['tenant'], USAGE, { operands: ['id'] });
  if (!given) return say(USAGE);
  const { id, tenant, json } = given;
  const named = tenant === undefined ? {} : { tenant: await tenantIdOf(settings(), tenant) };
  await tellFromService<TraceLine>({ command: 'trace', args: { id, ...named } }, { json, say, text: textOf });
}
