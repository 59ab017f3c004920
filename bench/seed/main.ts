import { join } from 'node:path';
import { pinoLogger } from '../../src/adapters/pino/logger.js';
import { SqliteDocumentStore } from '../../src/adapters/sqlite/documents/document-store.js';
import { SqliteOperationalStore } from '../../src/adapters/sqlite/operational/operational-store.js';
import { systemClock } from '../../src/adapters/system/clock.js';
import { projections } from '../../src/composition/registry.js';
import { CaughtUp } from '../../src/engine/read-models/caught-up.js';
import { Parking } from '../../src/engine/read-models/parking.js';
import { Projector } from '../../src/engine/read-models/projector.js';
import { stoppedLog } from '../../test/support/stopped-log.js';
import { seedConversations } from './conversations.js';
import { seedFiltered } from './filtered.js';
import { seedMessages } from './messages.js';

/** Appends events to the log of a stopped service and updates its read models, with the product's own code. */
const plan = JSON.parse(process.argv[2] ?? '{}') as {
  readonly dataDir: string;
  readonly tenantId: string;
  readonly userId: string;
  readonly messages?: number;
  readonly conversations?: number;
  /** They have messages, labels and locks. */
  readonly filtered?: boolean;
};

// The thread of the store keeps no process alive; its last work ends before this one does.
setInterval(() => {}, 1_000);

const { log, close } = stoppedLog(plan.dataDir);
const documents = new SqliteDocumentStore(join(plan.dataDir, 'read.db'));
if (plan.messages) await seedMessages(log, plan.tenantId, plan.messages);
if (plan.conversations) await seedConversations(log, plan.tenantId, plan.userId, plan.conversations);
if (plan.conversations && plan.filtered) await seedFiltered(log, plan.tenantId, plan.userId, plan.conversations);

const parking = new Parking(new SqliteOperationalStore(':memory:'), systemClock, pinoLogger('warn'));
const projector = new Projector(log, documents, projections, parking, new CaughtUp(), (name, error) => {
  throw new Error(`${name} failed`, { cause: error });
});
await projector.start();
projector.close();
await close();
await documents.close();
process.exit();
