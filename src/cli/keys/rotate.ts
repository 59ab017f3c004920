import { existsSync } from 'node:fs';
import { keyWrapOf } from '../../adapters/file-keys/file-key-wrap.js';
import { masterKeyIn, nextMasterKeyIn, replaceMasterKey } from '../../adapters/file-keys/master-key.js';
import { type Rotation, secretsFile, signingKeyFiles, writeRotated } from '../../adapters/file-keys/rotated-files.js';
import { SqliteOperationalStore } from '../../adapters/sqlite/operational/operational-store.js';
import { proveKeys, rewrapKeys } from '../../adapters/stored-keys/rewrap.js';
import { assertMasterKey } from '../../composition/private-data.js';
import type { Config } from '../../config/config.js';
import { OtherMasterKey } from '../../ports/identity/key-wrap.js';
import type { OperationalStore } from '../../ports/stores/operational-store.js';
import { argumentsOf } from '../shared/arguments.js';
import { Differs, EXIT_CODES, Unreadable, WrongUsage } from '../shared/failures.js';
import { seenLeases } from '../shared/live-leases.js';
import { partsOf, settings } from '../shared/parts.js';
import { operationsOf } from '../shared/stores.js';

const USAGE = `Usage: npm run tidings -- keys rotate [--json]

Wraps every key with a new master key: the keys of data in the operational store, the signing keys and the key
of secrets. No event changes.

Stop the service first. With MASTER_KEY, set NEW_MASTER_KEY to the next key, and MASTER_KEY to it afterwards.
Without, a new key replaces DATA_DIR/master.key: NEW_MASTER_KEY, or a random one. A rotation that was
interrupted goes on when the command runs again. Until then the service does not start.

  --json   prints the result as JSON

${EXIT_CODES}`;

/** @throws WrongUsage, Unreadable */
function judged(config: Config): Config {
  const { dataDir, masterKey, newMasterKey } = config;
  if (!existsSync(dataDir)) throw new Unreadable(`${dataDir} does not exist.`);
  assertMasterKey(config);
  if (masterKey && !newMasterKey) throw new WrongUsage('Set NEW_MASTER_KEY to the next master key.');
  if (newMasterKey?.equals(masterKeyIn(dataDir, masterKey)))
    throw new WrongUsage('NEW_MASTER_KEY is the master key already.');
  return config;
}

/** The old master key and the next one. @throws WrongUsage */
function keysOf({ dataDir, masterKey, newMasterKey }: Config): Rotation {
  const from = masterKeyIn(dataDir, masterKey);
  if (masterKey && newMasterKey) return { from, to: newMasterKey };
  const to = nextMasterKeyIn(dataDir, newMasterKey);
  if (!newMasterKey || newMasterKey.equals(to)) return { from, to };
  throw new WrongUsage('A rotation to another key is not finished: run it again without NEW_MASTER_KEY.');
}

/**
 * No service may run: the embedded store is opened alone, and no process may renew a lease in another one.
 * @throws StartRefused, Unreadable
 */
async function stoppedOperations(config: Config): Promise<OperationalStore | undefined> {
  const parts = partsOf(config);
  if (parts.operational !== undefined)
    return existsSync(parts.operational) ? new SqliteOperationalStore(parts.operational) : undefined;
  const operations = await operationsOf(config, parts);
  try {
    await assertStopped(operations);
    return operations;
  } catch (error) {
    await operations.close();
    throw error;
  }
}

/** @throws Unreadable where a process renews its lease */
export async function assertStopped(operations: OperationalStore): Promise<void> {
  const [running] = [...(await seenLeases(operations)).values()].filter(({ isRenewed }) => isRenewed);
  if (running)
    throw new Unreadable(`The process ${running.owner} is running. Stop every process of the service first.`);
}

/**
 * The key of secrets goes first: from then on the service does not start with the old key. The signing keys go last:
 * until then it does not start with the new one.
 */
async function rotate(dataDir: string, keys: Rotation, operations: OperationalStore | undefined) {
  const wraps = { from: keyWrapOf(keys.from), to: keyWrapOf(keys.to) };
  const secrets = secretsFile(dataDir, keys);
  signingKeyFiles(dataDir, keys);
  if (operations) await proveKeys(operations, wraps);
  let files = writeRotated([secrets]);
  const data = operations ? await rewrapKeys(operations, wraps) : { wrapped: 0, before: 0 };
  files += writeRotated(signingKeyFiles(dataDir, keys));
  return { ...data, files };
}

/** @throws WrongUsage, Differs where the master key is another, StartRefused */
export async function keysRotate(args: readonly string[], say: (line: string) => void): Promise<void> {
  const given = argumentsOf(args, [], USAGE);
  if (!given) return say(USAGE);
  const config = judged(settings());
  const { dataDir, masterKey } = config;
  const operations = await stoppedOperations(config);
  try {
    const keys = keysOf(config);
    const { wrapped, before, files } = await rotate(dataDir, keys, operations);
    if (!masterKey) replaceMasterKey(dataDir, keys.to);
    const place = masterKey ? 'Set MASTER_KEY to the new key now.' : 'master.key is replaced.';
    if (given.json) return say(JSON.stringify({ keys: wrapped, before, files }));
    say(
      `${wrapped} keys of data and ${files} files are under the new master key${before > 0 ? `, ${before} were before` : ''}.`,
    );
    say(place);
  } catch (error) {
    throw error instanceof OtherMasterKey ? new Differs(error.message) : error;
  } finally {
    await operations?.close();
  }
}
