import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SqliteDocumentStore } from '../../src/adapters/sqlite/documents/document-store.js';
import { type AuditReport, audit, type Depth } from '../../src/cli/audit/auditor.js';
import { projections } from '../../src/composition/registry.js';
import { EventLog } from '../../src/engine/log/event-log.js';
import { CaughtUp } from '../../src/engine/read-models/caught-up.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../src/ports/stores/document-store.js';
import { closeApp, type Tidings } from './api.js';
import { leftovers } from './audit-tables.js';
import { isEmbeddedRun } from './engines.js';
import { copyOfData } from './processes/data-copy.js';
import { stoppedLog } from './stopped-log.js';

/**
 * Of a service that is stopped or dead: folds its whole log anew and compares every read model with that, each as far as
 * it says it has come. Leaves the folder as it is.
 */
export async function auditReadModels(
  dataDir: string,
  depth: Depth = 'whole',
  masterKey?: Parameters<typeof stoppedLog>[1],
): Promise<AuditReport> {
  const copy = copyOfData(dataDir);
  const { log, close } = stoppedLog(copy.dir, masterKey);
  const documents = new SqliteDocumentStore(join(copy.dir, 'read.db'));
  try {
    const { report, refolds } = await audit(log, documents, projections, depth);
    await documents.close();
    const left = leftovers(join(copy.dir, 'read.db'), refolds);
    return { ...report, differences: [...report.differences, ...left] };
  } finally {
    await documents.close();
    await close();
    copy.remove();
  }
}

const TOLD = 10;
const PATIENCE_MS = 10_000;
const PAUSE_MS = 500;

/** Ends a service of a test, folds its log anew, fails where its read models are not that, and removes what it left. */
export async function closeAudited(tidings: Tidings): Promise<void> {
  try {
    await tidings.app.get(CaughtUp).reached(await tidings.app.get(EventLog).head(), PATIENCE_MS);
    const { differences, collections } = isEmbeddedRun() ? await auditStopped(tidings) : await auditRunning(tidings);
    const behind = collections.find((each) => each.behind > 0);
    if (behind) throw new Error(`${behind.name} is ${behind.behind} events behind`);
    if (differences.length === 0) return;
    throw new Error(`${differences.length} differences from a fresh fold\n${differences.slice(0, TOLD).join('\n')}`);
  } finally {
    await closeApp(tidings.app);
    rmSync(tidings.dataDir, { recursive: true, force: true });
  }
}

async function auditStopped(tidings: Tidings): Promise<AuditReport> {
  await closeApp(tidings.app);
  return auditReadModels(tidings.dataDir);
}

/**
 * On servers there are no files to look into. Work of the service that still goes on, such as that on media, has ended
 * when it is asked again, at least once more after a long audit; a difference stays.
 */
export async function auditRunning({ app }: Pick<Tidings, 'app'>): Promise<AuditReport> {
  const until = performance.now() + PATIENCE_MS;
  for (let tries = 1; ; tries++) {
    const { report } = await audit(app.get(EventLog), app.get<DocumentStore>(DOCUMENT_STORE), projections);
    const isWell = report.differences.length === 0 && report.collections.every(({ behind }) => behind === 0);
    if (isWell || (tries > 1 && performance.now() > until)) return report;
    await sleep(PAUSE_MS);
  }
}
