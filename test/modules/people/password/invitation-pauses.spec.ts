import { expect, test } from 'vitest';
import { DAY, HOUR } from '../../../../src/kernel/instant.js';
import { INVITATION_PAUSES } from '../../../../src/modules/people/password/application/password-mail-sender.service.js';

test('an invitation is tried again for three days, and while its link is new', () => {
  const total = INVITATION_PAUSES.reduce((sum, pause) => sum + pause, 0);
  expect(total).toBeGreaterThanOrEqual(3 * DAY);
  expect(total).toBeLessThan(3 * DAY + 6 * HOUR);
});
