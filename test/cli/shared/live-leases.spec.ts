import { expect, test } from 'vitest';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { assertStopped } from '../../../src/cli/keys/rotate.js';
import { seenLeases } from '../../../src/cli/shared/live-leases.js';
import { NO_TENANT } from '../../../src/kernel/stream.js';

const lease = (id: string) => ({ tenantId: NO_TENANT, kind: 'lease', id });

test('a lease that its process renews is told from one of a dead process and one that was given back', async () => {
  const operations = new SqliteOperationalStore(':memory:');
  await operations.put(lease('projector'), { owner: 'dead' });
  await operations.put(lease('effects'), { owner: '' });
  await expect(assertStopped(operations)).resolves.toBeUndefined();

  await operations.put(lease('effects'), { owner: 'alive' });
  const renewing = setInterval(() => void operations.put(lease('effects'), { owner: 'alive' }), 500);
  try {
    const [seen] = await Promise.all([
      seenLeases(operations),
      expect(assertStopped(operations)).rejects.toThrow('The process alive is running.'),
    ]);
    expect(Object.fromEntries(seen)).toEqual({
      projector: { owner: 'dead', isRenewed: false },
      effects: { owner: 'alive', isRenewed: true },
    });
  } finally {
    clearInterval(renewing);
    await operations.close();
  }
});
