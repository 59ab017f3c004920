import { afterAll } from 'vitest';
import { ChildProcesses } from '../../src/adapters/child-processes/child-processes.js';

/** Starts the processes of adapters; its own process runs when a test begins. */
export const launcher = new ChildProcesses().start();
afterAll(() => launcher.close());
