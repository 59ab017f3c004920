import { existsSync } from 'node:fs';
import { readConfig, WrongSetting } from '../config.js';
import { createApp } from '../create-app.js';
import { EventLog } from '../engine/event-log.js';
import { DOCUMENT_STORE, type DocumentStore } from '../ports/document-store.js';
import { projections } from '../registry.js';
import { type AuditReport, audit } from './audit/auditor.js';

/** `npm run audit -- DATA_DIR`: of a service that does not run, are the read models what the log says? Exits with 1 if not. */
const say = (text: string) => process.stdout.write(`${text}\n`);
const TOLD = 50;

function tell({ events, head, collections, differences }: AuditReport): void {
  say(`The log holds ${events} events and ends at position ${head}.`);
  for (const { name, documents, behind } of collections) {
    say(
      `${name.padEnd(24)} ${String(documents).padStart(9)} documents${behind > 0 ? `, ${behind} events behind` : ''}`,
    );
  }
  for (const difference of differences.slice(0, TOLD)) say(`DIFFERENT: ${difference.slice(0, 1_000)}`);
  say(`${differences.length} differences`);
}

try {
  const config = readConfig({
    ...process.env,
    LOG_LEVEL: 'error',
    ...(process.argv[2] === undefined ? {} : { DATA_DIR: process.argv[2] }),
  });
  if (!existsSync(config.dataDir)) throw new WrongSetting(`There is no folder ${config.dataDir}.`);
  const app = await createApp(config);
  const { report } = await audit(app.get(EventLog), app.get<DocumentStore>(DOCUMENT_STORE), projections);
  await app.close();
  tell(report);
  process.exitCode = report.differences.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
