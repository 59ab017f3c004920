import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { instant } from '../../../src/kernel/instant.js';
import { signed, signerOf } from '../../../src/webhooks/send/signature.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const BODY = '{"test": 2432232314}';

test('the published vector of Standard Webhooks comes out', () => {
  const headers = signed([signerOf(SECRET)], 'msg_p5jXN8AQM9LWM0D4loKWxJek', instant(1_614_265_330_000), BODY);
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('of two secrets each verifies, and a third does not', () => {
  const headers = signed([signerOf(SECRET), signerOf(OTHER)], 'id', instant(Date.now()), BODY);
  for (const secret of [SECRET, OTHER]) expect(new Webhook(secret).verify(BODY, headers)).toEqual({ test: 2432232314 });
  expect(() => new Webhook('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA').verify(BODY, headers)).toThrow();
});
