import { expect, test } from 'vitest';
import { ajvValidator } from '../../../src/adapters/ajv/ajv-validator.js';
import { ChildProcesses } from '../../../src/adapters/child-processes/child-processes.js';
import { bomb } from '../../fixtures/schema-bomb.js';
import { TENANT } from '../../support/given/given.js';
import { childrenOf } from '../../support/processes/linux-processes.js';

const isLinux = process.platform === 'linux';

test.skipIf(!isLinux)(
  'a validation that ends with the process that starts others is refused, and not held slow',
  async () => {
    const earlier = childrenOf(process.pid).map(({ pid }) => pid);
    const processes = new ChildProcesses().start();
    const [small = 0] = childrenOf(process.pid).flatMap(({ pid }) => (earlier.includes(pid) ? [] : [pid]));
    const validator = ajvValidator(processes);
    try {
      expect(await validator.validate(TENANT, { type: 'object' }, {})).toEqual({ ok: true });
      const result = validator.validate(TENANT, bomb(24), { a: 5 });
      process.kill(small, 'SIGKILL');
      await expect(result).rejects.toThrow('The validator was interrupted.');
      expect(await validator.validate(TENANT, { type: 'object' }, {})).toEqual({ ok: true });
    } finally {
      await validator.close();
      await processes.close();
    }
  },
);
