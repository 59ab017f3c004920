import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteEventStore } from '../../src/adapters/sqlite/event-store.js';
import { describeEventStore } from './event-store.contract.js';

const freshLog = (): string => join(mkdtempSync(join(tmpdir(), 'tidings-log-')), 'log.db');
describeEventStore('SQLite', async () => new SqliteEventStore(freshLog()));
