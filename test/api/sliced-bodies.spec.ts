import { afterAll, beforeAll, expect, test } from 'vitest';
import { provide } from '../../src/kernel/provide.js';
import { SlicedWork } from '../../src/kernel/sliced-work.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';

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

/** Pauses of the service while it reads a body of so many bytes. */
async function pausesFor(bytes: number): Promise<number> {
  const data = Object.fromEntries(Array.from({ length: bytes / 100 }, (_, n) => [`k${10_000 + n}`, 'x'.repeat(89)]));
  const before = work.pauses;
  expect((await acme.conversation(`of-${bytes}`, { conversation_data: data })).answer.status).toBe(201);
  return work.pauses - before;
}

test('a large body is read in parts, and others have the event loop after each', async () =>
  expect(await pausesFor(900_000)).toBeGreaterThanOrEqual(900_000 / PART_BYTES));

test('a body of up to 64 KiB is read at once', async () => expect(await pausesFor(60_000)).toBe(0));
