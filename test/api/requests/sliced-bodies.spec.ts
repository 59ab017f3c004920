import { afterAll, beforeAll, expect, test } from 'vitest';
import { provide } from '../../../src/engine/provide.js';
import { SlicedWork } from '../../../src/kernel/sliced-work.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

const PART_BYTES = 32_768;

/** Counts how often the work gives the event loop to others. */
class CountingWork extends SlicedWork {
  pauses = 0;
  override run<T>(tenantId: string, bytes: number, slices: Generator<void, T>): Promise<T> {
    return super.run(tenantId, bytes, this.counted(slices));
  }
  private *counted<T>(slices: Generator<void, T>): Generator<void, T> {
    for (;;) {
      const { done, value } = slices.next();
      if (done) return value;
      this.pauses++;
      yield;
    }
  }
}

const work = new CountingWork();
let tidings: Tidings;
let acme: Tenant;

beforeAll(async () => {
  tidings = await startTidings({}, undefined, undefined, [provide(SlicedWork, [], () => work)]);
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());

const membersOf = (bytes: number) =>
  Object.fromEntries(Array.from({ length: bytes / 100 }, (_, n) => [`k${10_000 + n}`, 'x'.repeat(89)]));

/** Pauses of the service while it reads the body of a request. */
async function pausesOf(request: () => Promise<{ readonly status: number }>, status: number): Promise<number> {
  const before = work.pauses;
  expect((await request()).status).toBe(status);
  return work.pauses - before;
}

/** Pauses while it reads a conversation write of so many bytes. */
const pausesFor = (bytes: number) =>
  pausesOf(async () => (await acme.conversation(`of-${bytes}`, { conversation_data: membersOf(bytes) })).answer, 201);

test('a large body is read in parts, and others have the event loop after each', async () => {
  expect(await pausesFor(120_000)).toBeGreaterThanOrEqual(Math.floor(120_000 / PART_BYTES));
  const unknown = () => acme.owner.call('POST', '/webhooks/features', membersOf(900_000));
  expect(await pausesOf(unknown, 400)).toBeGreaterThanOrEqual(900_000 / PART_BYTES);
});

test('a body of up to 64 KiB is read at once', async () => expect(await pausesFor(60_000)).toBe(0));

test('conversation_data of a write over 128 KiB is left out, as another process reads it', async () =>
  expect(await pausesFor(900_000)).toBe(0));
