import { readFileSync } from 'node:fs';
import { keptVerifierKeys } from '../../../adapters/file-keys/file-log-signer.js';
import { readVerifierKey, type VerifierKey } from '../../../adapters/file-keys/notes/verifier-key.js';
import type { Config } from '../../../config/config.js';
import { UUID } from '../../../kernel/ids.js';
import type { OperationalStore } from '../../../ports/stores/operational-store.js';
import { argumentsOf } from '../../shared/arguments.js';
import { Differs, EXIT_CODES, Unreadable, WrongUsage } from '../../shared/failures.js';
import { type Parts, partsOf, settings } from '../../shared/parts.js';
import { progressBar } from '../../shared/progress.js';
import { logOf, operationsOf } from '../../shared/stores.js';
import { judgeNote } from './checkpoint-notes.js';
import { told } from './findings.js';
import { LogVerifier, type Verified, type VerifyOptions } from './log-verifier.js';

const USAGE = `Usage: npm run tidings -- log verify [--tenant <id>] [--from <file>] [--keys <file>] [--json]

Reads the event log from its beginning, beside a running service too. It builds the Merkle tree of each tenant
anew and compares it with every checkpoint. It checks the signatures of the checkpoints, the versions of each
stream and the ids. It names the first event that differs. It needs no key that opens data.

The log is that of DATA_DIR, or of EVENT_STORE_URL: a server, or a copy as sqlite:<path>.

  --tenant <id>   verifies the events of one tenant
  --from <file>   a checkpoint that was kept elsewhere; it finds a log that was cut or written anew
  --keys <file>   the answer of /.well-known/tidings-log-keys, kept elsewhere; without it, the keys of DATA_DIR
  --json          prints the result as JSON

${EXIT_CODES}`;

interface Asked extends Pick<VerifyOptions, 'tenantId' | 'from' | 'keys'> {
  readonly config: Config;
  readonly parts: Parts;
  readonly json: boolean;
}

/** Judges the arguments before a store is opened. @throws WrongUsage, Differs */
function judged(args: readonly string[]): Asked | undefined {
  const given = argumentsOf(args, ['tenant', 'from', 'keys'], USAGE);
  if (!given) return undefined;
  const { tenant, json } = given;
  if (tenant !== undefined && !UUID.test(tenant)) throw new WrongUsage(`--tenant must be a UUID.\n\n${USAGE}`);
  const config = settings();
  const keys = given.keys === undefined ? keptVerifierKeys(config.dataDir) : linesOf(given.keys);
  const known = keys.flatMap((line) => readVerifierKey(line) ?? []);
  if (given.keys !== undefined && known.length === 0) throw new WrongUsage(`${given.keys} has no verifier key.`);
  const from = given.from === undefined ? undefined : checkpointIn(given.from, known);
  if (from && tenant !== undefined && from.tenantId !== tenant.toLowerCase()) {
    throw new WrongUsage(`${given.from} is a checkpoint of tenant ${from.tenantId}.`);
  }
  return { config, parts: partsOf(config), tenantId: tenant?.toLowerCase(), from, keys: known, json };
}

const linesOf = (path: string): readonly string[] => readFileSync(path, 'utf8').split('\n');

function checkpointIn(path: string, keys: readonly VerifierKey[]): VerifyOptions['from'] {
  const note = judgeNote(readFileSync(path, 'utf8'), keys);
  if ('wrong' in note) throw new Differs(`${path}: ${note.wrong}.`);
  const { checkpoint } = note;
  return { tenantId: checkpoint.origin.slice(checkpoint.origin.lastIndexOf('/') + 1), checkpoint };
}

/** Without it, a difference is named less exactly. */
async function treesOf({ config, parts }: Asked): Promise<OperationalStore | undefined> {
  try {
    return await operationsOf(config, parts);
  } catch {
    return undefined;
  }
}

/** @throws WrongUsage, Differs, Unreadable, StoreUnavailable */
export async function logVerify(args: readonly string[], say: (line: string) => void): Promise<void> {
  const asked = judged(args);
  if (!asked) return say(USAGE);
  const log = await logOf(asked.config, asked.parts);
  const operations = await treesOf(asked);
  const bar = progressBar();
  const started = performance.now();
  try {
    const [head, isDense] = [await log.head(), asked.parts.log !== undefined];
    const progress = (events: number) => bar('Verifying', events, isDense && !asked.tenantId ? head : undefined);
    const verified = await new LogVerifier({ ...asked, log, operations, isDense, progress }).run();
    bar.end();
    report(verified, asked, (performance.now() - started) / 1_000, say);
  } finally {
    await operations?.close();
    await log.close();
  }
}

/** @throws Differs, Unreadable */
function report(verified: Verified, { json, keys }: Asked, seconds: number, say: (line: string) => void): void {
  const { events, tenants, findings, differences } = verified;
  const sum = (of: (tenant: Verified['tenants'][number]) => number) => tenants.reduce((all, each) => all + of(each), 0);
  const [checkpoints, sealed] = [sum((tenant) => tenant.checkpoints), sum((tenant) => tenant.sealed)];
  if (json) say(JSON.stringify({ ok: differences === 0, seconds: Number(seconds.toFixed(3)), ...verified }));
  else {
    for (const finding of findings) say(told(finding));
    say(`${events} events of ${tenants.length} tenants were read in ${seconds.toFixed(1)} s.`);
    say(`${checkpoints} checkpoints cover ${sealed} of them.`);
  }
  if (differences > 0 && keys.length === 0) {
    throw new Unreadable('DATA_DIR has no keys that verify checkpoints. Name a file with --keys.');
  }
  if (differences > 0) throw new Differs(`The log differs: ${differences} findings.`);
}
