import { constants } from 'node:os';
import { ChildProcesses } from '../../../src/adapters/child-processes/child-processes.js';

/**
 * Starts the processes of adapters for all files of a worker, with which it ends. They have the priority of the test:
 * with a lower one they get no processor while other tests use all.
 */
export const launcher = new ChildProcesses(constants.priority.PRIORITY_NORMAL).start();
