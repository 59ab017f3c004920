import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '../../composition/create-app.js';
import { withSecretFiles } from '../../composition/private-data.js';
import { projections } from '../../composition/registry.js';
import { readConfig } from '../../config/config.js';
import { WrongSetting } from '../../config/environment.js';
import { EventLog } from '../../engine/log/event-log.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../ports/stores/document-store.js';
import { type AuditReport, audit } from './auditor.js';

const MOST_REPORTED = 50;
const LONGEST_REPORTED = 1_000;

function* reportLines({ events, head, collections, differences }: AuditReport): Generator<string> {
  yield `The log holds ${events} events and ends at position ${head}.`;
  for (const { name, documents, behind } of collections) {
    yield `${name.padEnd(24)} ${String(documents).padStart(9)} documents${behind > 0 ? `, ${behind} events behind` : ''}`;
  }
  for (const difference of differences.slice(0, MOST_REPORTED))
    yield `DIFFERENCE: ${difference.slice(0, LONGEST_REPORTED)}`;
  yield `${differences.length} differences`;
}

/** Compares the read models of a stopped service with its log. Returns the exit code, 0 without differences. */
export async function runAudit(
  environment: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<0 | 1> {
  try {
    const config = readConfig({ ...withSecretFiles(environment), LOG_LEVEL: 'error' });
    // A mistyped folder would get an empty log, which matches every read model.
    const log = join(config.dataDir, 'log.db');
    if (config.eventStoreUrl === 'sqlite:' && !existsSync(log))
      throw new WrongSetting(`${log} does not exist: the folder has no log.`);
    const app = await createApp(config);
    try {
      const { report } = await audit(app.get(EventLog), app.get<DocumentStore>(DOCUMENT_STORE), projections);
      for (const line of reportLines(report)) say(line);
      return report.differences.length === 0 ? 0 : 1;
    } finally {
      await app.close();
    }
  } catch (error) {
    say((error as Error).message);
    return 1;
  }
}
