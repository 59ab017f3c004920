import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { RateLimiter } from '../../../src/fairness/rate-limits/rate-limiter.js';
import type { EndpointInfo } from '../../../src/http/openapi/endpoint/endpoint-info.js';
import { Admission } from '../../../src/http/request/admission.js';
import { SECOND } from '../../../src/kernel/instant.js';
import type { Authenticator } from '../../../src/ports/identity/authenticator.js';
import { TENANT } from '../../support/given/given.js';
import { monotonicClock } from '../../support/processes/set-clock.js';

const endpoint = { permission: 'conversation.read' } as EndpointInfo;

/** The API, as far as it judges headers. The credential is the id of the user. */
function setting(limits: { tenant?: number; credential?: number }) {
  const clock = monotonicClock();
  const verified: string[] = [];
  const authenticator: Authenticator = {
    authenticate({ authorization: id = '' }) {
      verified.push(id);
      return { tenantId: TENANT, role: 'OWNER', id, actor: `user:${id}` };
    },
    tenantOf: () => undefined,
  };
  const admission = new Admission(authenticator, new RateLimiter(clock, limits), clock, { warn: () => undefined });
  return {
    clock,
    verified,
    /** The remaining requests of the tightest bucket, or the code of the refusal. */
    async ask(id: string): Promise<unknown> {
      const context: { rate?: { remaining: number } } = {};
      const raw = { rawHeaders: ['authorization', id], headers: {}, socket: {} };
      const request = { ip: '192.0.2.1', headers: { authorization: id }, raw, context } as unknown as FastifyRequest;
      try {
        await admission.admit(request, endpoint);
        return context.rate?.remaining;
      } catch (error) {
        return (error as { code: string }).code;
      }
    },
  };
}

const LIMITED = 'errors.rate_limited';

test('a credential over its limit is verified once more, and then not before its time to wait ends', async () => {
  const { ask, verified, clock } = setting({ credential: 2 });
  const answers = [];
  for (let n = 0; n < 5; n++) answers.push(await ask('olga'));
  expect([answers, verified]).toEqual([
    [1, 0, LIMITED, LIMITED, LIMITED],
    ['olga', 'olga', 'olga'],
  ]);
  expect(await ask('ben')).toBe(1);
  clock.advance(30 * SECOND);
  expect([await ask('olga'), await ask('olga')]).toEqual([0, LIMITED]);
});

test('the tightest bucket is the one with the fewest requests left', async () => {
  const { ask } = setting({ credential: 10, tenant: 12 });
  const left = [];
  for (const id of ['olga', 'olga', 'ben', 'ben', 'eva', 'eva', 'eva']) left.push(await ask(id));
  expect(left).toEqual([9, 8, 9, 8, 7, 6, 5]);
});

test('a credential over its limit takes nothing of its tenant', async () => {
  const { ask } = setting({ credential: 2, tenant: 5 });
  for (let n = 0; n < 9; n++) await ask('olga');
  const left = [];
  for (const id of ['ben', 'ben', 'eva', 'eva']) left.push(await ask(id));
  expect(left).toEqual([1, 0, 0, LIMITED]);
});
