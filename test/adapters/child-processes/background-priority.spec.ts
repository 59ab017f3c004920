import { stat } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ajvValidator } from '../../../src/adapters/ajv/ajv-validator.js';
import { Argon2Passwords } from '../../../src/adapters/argon2/argon2-passwords.js';
import { ChildProcesses } from '../../../src/adapters/child-processes/child-processes.js';
import { TENANT } from '../../support/given/given.js';
import { collectorsOf, descendantsOf, threadsOf } from '../../support/processes/linux-processes.js';

const BELOW_NORMAL = Math.max(getPriority(), 10);
const isLinux = process.platform === 'linux';

describe.skipIf(!isLinux)('work beside the event loop has a lower priority', () => {
  test('the threads that hash passwords, and not the thread pool, whose threads the event loop waits for', async () => {
    await stat('.');
    const earlier = new Set(threadsOf(process.pid).map(({ id }) => id));
    const passwords = new Argon2Passwords();
    await passwords.hash({ tenantId: TENANT, client: '192.0.2.1' }, 'a quiet green river');
    const threads = threadsOf(process.pid);
    const hashing = threads.filter(({ id, nice }) => !earlier.has(id) && nice === BELOW_NORMAL);
    expect(hashing).toHaveLength(1);
    expect(threads.find(({ id }) => id === process.pid)?.nice).toBe(getPriority());
    const pool = threads.filter(({ name }) => name.startsWith('libuv'));
    expect(pool).not.toEqual([]);
    for (const { nice } of pool) expect(nice).toBe(getPriority());
    await passwords.close();
  });

  test('the processes that validate, which then have their time of a processor however long they wait for one', async () => {
    const launcher = new ChildProcesses().start();
    const validator = ajvValidator(launcher);
    const earlier = new Set(descendantsOf(process.pid).map(({ pid }) => pid));
    const schema = { type: 'object', required: ['name'] };
    try {
      await validator.validate(TENANT, schema, { name: 'a' });
      const started = descendantsOf(process.pid).filter(({ pid }) => !earlier.has(pid));
      expect(started.map(({ nice }) => nice)).toEqual(started.map(() => BELOW_NORMAL));
      expect(started).toHaveLength(1);

      const [{ pid } = { pid: 0 }] = started;
      const collecting = collectorsOf(pid);
      expect(collecting).toHaveLength(1);

      process.kill(pid, 'SIGSTOP');
      const result = validator.validate(TENANT, schema, { name: 'b' });
      await sleep(1_500);
      process.kill(pid, 'SIGCONT');
      expect(await result).toEqual({ ok: true });
    } finally {
      await validator.close();
      await launcher.close();
    }
  });
});
