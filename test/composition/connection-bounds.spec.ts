import { execSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { idleBounds, socketBounds } from '../../src/composition/connection-bounds.js';
import { openFilesLimit } from '../../src/composition/open-files.js';

const GIBIBYTE = 1_073_741_824;

describe('bounds of connections', () => {
  test.each([
    ['few files', 1_024, GIBIBYTE, 51, { total: 614, perTenant: 307, anonymous: 102 }],
    [
      'many files and a small heap',
      1_048_576,
      GIBIBYTE / 2,
      2_000,
      { total: 16_384, perTenant: 8_192, anonymous: 2_000 },
    ],
    [
      'many files and a large heap',
      1_048_576,
      4 * GIBIBYTE,
      2_000,
      { total: 131_072, perTenant: 65_536, anonymous: 2_000 },
    ],
  ])('with %s', (_, files, heap, idle, sockets) => {
    expect(idleBounds(files)).toEqual({ ofTenants: idle, unknown: idle });
    expect(socketBounds(files, heap)).toEqual(sockets);
  });

  test.each([1_024, 20_000, 1_048_576])('leave a fifth of %i files to everything else', (files) => {
    const { total, anonymous } = socketBounds(files, 1_000 * GIBIBYTE);
    const { ofTenants, unknown } = idleBounds(files);
    expect(total + anonymous + ofTenants + unknown).toBeLessThanOrEqual(0.8 * files);
  });

  test.runIf(process.platform === 'linux')('the limit of open files is that of the system', () => {
    expect(openFilesLimit()).toBe(Number(execSync('ulimit -n', { encoding: 'utf8' })));
  });
});
