import { keptVerifierKeys } from '../../../adapters/file-keys/file-log-signer.js';
import { readVerifierKey } from '../../../adapters/file-keys/notes/verifier-key.js';
import { SqliteLogReader } from '../../../adapters/sqlite/events/log-reader.js';
import type { Progress } from '../../shared/progress.js';
import { told } from './findings.js';
import { LogVerifier } from './log-verifier.js';

/**
 * Verifies a log file against its checkpoints, by the keys of a data folder. Returns a sentence about the first
 * difference.
 */
export async function unsignedIn(path: string, dataDir: string, progress: Progress): Promise<string | undefined> {
  const keys = keptVerifierKeys(dataDir).flatMap((line) => readVerifierKey(line) ?? []);
  const log = new SqliteLogReader(path);
  try {
    const head = await log.head();
    const shown = (events: number) => progress('Verifying', events, head);
    const { findings, differences } = await new LogVerifier({ log, keys, isDense: true, progress: shown }).run();
    return findings[0] && `${path} has ${differences} differences. The first: ${told(findings[0])}.`;
  } finally {
    await log.close();
  }
}
