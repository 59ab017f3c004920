import { expect, test } from 'vitest';
import { compareServers } from '../../reliability/connections/differences.js';

test.each([1, 2, 3])('random bytes are answered and closed as by a plain server, with the seed %i', async (seed) => {
  const { exchanges, differences } = await compareServers(seed, (done) => done < 200);
  expect(differences).toEqual([]);
  expect(exchanges).toBe(200);
});
