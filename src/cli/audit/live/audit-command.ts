import { existsSync } from 'node:fs';
import { projections } from '../../../composition/registry.js';
import { isEmbedded } from '../../../config/stores.js';
import { checkpointName } from '../../../engine/read-models/checkpoints.js';
import type { AnyProjection } from '../../../kernel/projection.js';
import type { ReadableDocuments } from '../../../ports/stores/readable-documents.js';
import { argumentsOf } from '../../shared/arguments.js';
import { Differs, EXIT_CODES, Unreadable, WrongUsage } from '../../shared/failures.js';
import { type OpenedLog, openedLog } from '../../shared/opened-log.js';
import { settings } from '../../shared/parts.js';
import { progressBar } from '../../shared/progress.js';
import { documentsOf, servedBy } from '../../shared/read-models.js';
import { tenantIdOf } from '../../shared/tenants.js';
import { type Difference, LiveAudit, TooManyDifferences } from './live-audit.js';
import { repaired } from './repair-in-service.js';

const LONGEST = 1_000;

const USAGE = `Usage: npm run tidings -- audit [--model <name>] [--tenant <tenant>] [--repair] [--json]

Folds the event log anew up to the checkpoint of each read model, and compares every document, while the service
goes on. It names each document that differs, is missing or is too many.

  --model <name>      compares one read model
  --tenant <tenant>   compares the documents of one tenant: its id or subdomain
  --repair            lets the running service write these documents anew, and compares them again
  --json              prints a line of JSON for each difference, and one for the result

${EXIT_CODES}`;

interface Asked {
  readonly model: string | undefined;
  readonly tenant: string | undefined;
  readonly repair: boolean;
  readonly json: boolean;
}

/** @throws WrongUsage */
function judged(args: readonly string[]): Asked | undefined {
  const given = argumentsOf(args, ['model', 'tenant'], USAGE, { flags: ['repair'] });
  if (!given) return undefined;
  const { model, tenant, repair, json } = given;
  if (model !== undefined && !projections.some(({ name }) => name === model)) {
    const names = projections.map(({ name }) => name).sort();
    throw new WrongUsage(`There is no read model ${model}. The names are: ${names.join(', ')}.`);
  }
  return { model, tenant, repair, json };
}

/** Read models that serve and have begun. */
async function comparable(documents: ReadableDocuments, model: string | undefined): Promise<readonly AnyProjection[]> {
  const serving = (await servedBy(documents)).filter(({ name }) => model === undefined || name === model);
  const begun: AnyProjection[] = [];
  for (const each of serving) if ((await documents.checkpoint(checkpointName(each))) > 0) begun.push(each);
  return begun;
}

const cut = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, LONGEST);

function told({ projection, tenantId, key, is, stored, expected, error }: Difference): string {
  const place = `${projection.name} ${tenantId}/${key}`;
  if (is === 'missing') return `${place} is missing`;
  if (is === 'too many') return `${place} exists but should not`;
  if (is === 'not comparable') return `${place} cannot be compared: ${error}`;
  return `${place} is ${cut(stored)}, expected ${cut(expected)}`;
}

const asLine = ({ projection, tenantId, ...rest }: Difference) =>
  JSON.stringify({ model: `${projection.name}@${projection.version}`, tenant_id: tenantId, ...rest });

/** @throws WrongUsage, Differs, Unreadable, StoreUnavailable */
export async function auditCommand(args: readonly string[], say: (line: string) => void): Promise<void> {
  const asked = judged(args);
  if (!asked) return say(USAGE);
  const config = settings();
  if (isEmbedded(config.readStoreUrl) && !existsSync(config.dataDir)) {
    throw new Unreadable(`${config.dataDir} does not exist.`);
  }
  const tenantId = asked.tenant === undefined ? undefined : await tenantIdOf(config, asked.tenant);
  const documents = await documentsOf(config);
  const opened = await openedLog(config, { tenantId });
  try {
    await compare(asked, documents, opened, config.dataDir, say);
  } finally {
    await opened.close();
    await documents.close();
  }
}

async function compare(
  asked: Asked,
  documents: ReadableDocuments,
  { log }: OpenedLog,
  folder: string,
  say: (line: string) => void,
): Promise<void> {
  const models = await comparable(documents, asked.model);
  const bar = progressBar();
  const started = performance.now();
  const audit = new LiveAudit(log, documents, models, folder, bar, await log.head());
  try {
    const found = await audit.run();
    const seconds = (performance.now() - started) / 1_000;
    bar.end();
    for (const each of found) say(asked.json ? asLine(each) : `DIFFERENCE: ${told(each)}`);
    const damaged = [...log.damaged.all.map(({ message }) => message), ...(await ahead(models, documents, log))];
    for (const each of damaged) say(asked.json ? JSON.stringify({ damaged: each }) : `DAMAGED: ${each}`);
    const left = asked.repair && found.length > 0 ? await repairAll(audit, found, asked.json, say) : found;
    const collections = models.map((each) => ({
      name: checkpointName(each),
      documents: audit.documents.get(each) ?? 0,
    }));
    const rounded = Number(seconds.toFixed(3));
    const result = { ok: left.length + damaged.length === 0, events: audit.events, seconds: rounded, collections };
    if (asked.json) say(JSON.stringify({ ...result, differences: left.length }));
    else for (const line of summary(result, left.length)) say(line);
    if (!result.ok) throw new Differs(`The read models or the log differ: ${left.length + damaged.length} findings.`);
  } catch (error) {
    throw error instanceof TooManyDifferences ? new Differs(error.message) : error;
  } finally {
    bar.end();
    audit.close();
  }
}

/** Read models that know more events than the log has. */
async function ahead(
  models: readonly AnyProjection[],
  documents: ReadableDocuments,
  log: OpenedLog['log'],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const each of models) {
    const position = await documents.checkpoint(checkpointName(each));
    const head = await log.head();
    if (position > head) found.push(`${checkpointName(each)} is at position ${position}, but the log ends at ${head}`);
  }
  return found;
}

/** The differences that a second comparison finds. */
async function repairAll(
  audit: LiveAudit,
  found: readonly Difference[],
  json: boolean,
  say: (line: string) => void,
): Promise<readonly Difference[]> {
  const written = await repaired(found);
  say(json ? JSON.stringify({ repaired: written }) : `The service wrote ${written} documents anew.`);
  const left = await audit.again(found);
  for (const each of left) say(json ? asLine(each) : `STILL: ${told(each)}`);
  return left;
}

interface Result {
  readonly events: number;
  readonly seconds: number;
  readonly collections: readonly { readonly name: string; readonly documents: number }[];
}

function* summary({ events, seconds, collections }: Result, differences: number): Generator<string> {
  for (const { name, documents } of collections) yield `${name.padEnd(28)} ${String(documents).padStart(9)} documents`;
  yield `${events} events were folded in ${seconds.toFixed(1)} s.`;
  yield `${differences} differences`;
}
