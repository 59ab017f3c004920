import { describe, expect, test } from 'vitest';
import { fileSecrets } from '../../../../src/adapters/file-keys/file-secrets.js';
import { systemClock } from '../../../../src/adapters/system/clock.js';
import { Rejection } from '../../../../src/kernel/rejection.js';
import { DomainProofs } from '../../../../src/modules/tenants/tenant-domain/application/domain-proofs.service.js';
import { type DnsResolver, NameUnanswered } from '../../../../src/ports/delivery/dns-resolver.js';

const secrets = fileSecrets(':memory:', Buffer.alloc(32, 7));
const proofsOver = (txt: DnsResolver['txt'], monotonic: () => number = systemClock.monotonic) =>
  new DomainProofs({ txt }, secrets, { ...systemClock, monotonic });

const request = (n: number) => ({ domain: `d${n}.example`, requestId: `request-${n}` });
const tenant = (n: number) => `tenant-${n}`;
/** Never answered. */
const silence = () => new Promise<never>(() => {});

describe('the proof of a domain', () => {
  test('is bound to tenant and request', () => {
    const proofs = proofsOver(silence);
    const values = [
      proofs.record('a', request(1)),
      proofs.record('a', { ...request(1), requestId: 'other' }),
      proofs.record('b', request(1)),
    ].map(({ value }) => value);
    expect(new Set(values).size).toBe(3);
    expect(proofs.record('a', request(1)).value).toBe(values[0]);
  });

  test('is found among other records, missing otherwise, and unknown where nobody answers', async () => {
    const { value } = proofsOver(silence).record('a', request(1));
    const looked = (txt: DnsResolver['txt']) => proofsOver(txt).look('a', request(1), 'interactive');
    expect(await looked(async () => ['v=spf1', value])).toBe('proven');
    expect(await looked(async () => [])).toBe('missing');
    expect(await looked(() => Promise.reject(new NameUnanswered('d1.example')))).toBe('unanswered');
    await expect(looked(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });

  test('is looked up once a second at most for each request', async () => {
    let [asked, nowMs] = [0, 0];
    const proofs = proofsOver(
      async () => {
        asked++;
        return [];
      },
      () => nowMs,
    );
    const look = () => proofs.look('a', request(1), 'interactive');
    await Promise.all([look(), look(), look()]);
    await look();
    expect(asked).toBe(1);
    nowMs = 1_000;
    await look();
    expect(asked).toBe(2);
  });

  test('of a tenant whose name servers are silent delays nobody else, however many there are', async () => {
    const proofs = proofsOver((name) => (name.includes('quick') ? Promise.resolve([]) : silence()));
    for (let n = 0; n < 500; n++) proofs.look(tenant(n), request(n), 'background').catch(() => {});
    const quick = { domain: 'quick.example', requestId: 'quick' };
    expect(await proofs.look('other', quick, 'interactive')).toBe('missing');
  });

  test('asked for by hand delays nobody else, where 60 tenants have silent name servers', async () => {
    const proofs = proofsOver((name) => (name.includes('quick') ? Promise.resolve([]) : silence()));
    for (let n = 0; n < 120; n++) proofs.look(tenant(n % 60), request(n), 'interactive').catch(() => {});
    const quick = { domain: 'quick.example', requestId: 'quick' };
    expect(await proofs.look('other', quick, 'interactive')).toBe('missing');
  });

  test('is refused to a tenant that asks for too many at once', async () => {
    const proofs = proofsOver(silence);
    const refused: unknown[] = [];
    for (let n = 0; n < 40; n++) proofs.look('a', request(n), 'interactive').catch((error) => refused.push(error));
    await new Promise((resolve) => setImmediate(resolve));
    expect(refused.length).toBeGreaterThan(10);
    expect(refused.every((error) => error instanceof Rejection && error.code === 'errors.rate_limited')).toBe(true);
  });
});
