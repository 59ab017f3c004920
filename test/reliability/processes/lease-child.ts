import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { Lease } from '../../../src/engine/effects/lease.js';

/** Holds a lease under a name until it is killed, and says when its worker starts and how long it waited for that. */
const [path = '', name = ''] = process.argv.slice(2);
const operations = new SqliteOperationalStore(path, { shared: true });
const beganMs = performance.now();
const say = (what: string) => process.stdout.write(`${what} ${Math.round(performance.now() - beganMs)}\n`);

const holder = { name, start: randomUUID() };
const failed = (_: string, error: unknown) => say(`failed ${error}`);
const lease = new Lease('projector', holder, operations, systemClock, failed);
lease.hold({ start: () => void say('works'), close: () => {} });
say('waits');
