import { describe, expect, test } from 'vitest';
import { limits } from '../../src/catalogue/limits/limits.js';
import { readJson } from '../../src/http/pipeline/json-body.js';
import { SlicedWork } from '../../src/kernel/sliced-work.js';
import { Slices } from '../../src/kernel/slices.js';
import { turnsDuring } from '../support/turns-during.js';

const PART_BYTES = 32_768;

/** As large as a call takes it. */
const ofMembers = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`key${n}`, 'x'.repeat(90)]));
const ofEntries = { rows: Array<string>(10_000).fill('x'.repeat(95)) };
const nested = { a: { b: { c: [ofMembers] } } };

describe('the largest body', () => {
  test.each([
    ['many members', ofMembers],
    ['a long list', ofEntries],
    ['many members deep inside', nested],
  ])('of %s leaves the event loop to others after each part', async (_, value) => {
    const bytes = Buffer.from(JSON.stringify(value));
    expect(bytes.length).toBeGreaterThan(0.8 * limits.bodyBytes);
    expect(bytes.length).toBeLessThanOrEqual(limits.bodyBytes);
    const work = new SlicedWork(undefined, new Slices());
    let read: unknown;
    const turns = await turnsDuring(async () => {
      read = await readJson(bytes, (slices) => work.run('tenant', bytes.length, slices));
    });
    expect(turns).toBeGreaterThanOrEqual(bytes.length / PART_BYTES);
    expect(read).toEqual(value);
  });
});
