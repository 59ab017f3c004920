import { availableParallelism } from 'node:os';
import { Argon2Passwords, hashesAtOnce } from '../../src/adapters/argon2/argon2-passwords.js';
import { Gazetteer } from '../../src/adapters/gazetteer/gazetteer.js';
import { QueueLengths } from '../../src/engine/effects/queue-lengths.js';
import { provide } from '../../src/engine/provide.js';
import { GEOCODER } from '../../src/ports/delivery/geocoder.js';
import { PASSWORDS, type Passwords } from '../../src/ports/identity/passwords.js';
import { PROCESS_LAUNCHER, type ProcessLauncher } from '../../src/ports/process/process-launcher.js';
import { GAZETTEER_FOLDER } from './gazetteer-index.js';
import { launcher } from './processes/launcher.js';

const passwords = new Argon2Passwords(hashesAtOnce(availableParallelism()));

/** The threads stay for the next service. */
const openPasswords = (): Passwords => ({
  hash: (requester, password) => passwords.hash(requester, password),
  verify: (requester, known, password) => passwords.verify(requester, known, password),
  close: async () => {},
});

/** Each pool of a service ends its own processes. */
const openLauncher = (): ProcessLauncher => ({
  launch: (program, events) => launcher.launch(program, events),
  close: async () => {},
});

export const sharedGazetteer = provide(GEOCODER, [], () => new Gazetteer(GAZETTEER_FOLDER));

/** Adapters whose threads and processes all services of a worker share: to start them takes as long as a whole service. */
export const sharedProcesses = [
  provide(PASSWORDS, [QueueLengths], (queues) => {
    queues.add('password', () => passwords.waiting);
    return openPasswords();
  }),
  provide(PROCESS_LAUNCHER, [], openLauncher),
];
