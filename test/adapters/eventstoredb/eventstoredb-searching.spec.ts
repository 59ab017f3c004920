import { beforeEach, describe, expect, test } from 'vitest';
import { type KeptPlaces, LogPlaces } from '../../../src/adapters/eventstoredb/reading/log-places.js';
import { LogReader } from '../../../src/adapters/eventstoredb/reading/log-reader.js';
import { namespaceOf } from '../../../src/adapters/eventstoredb/reading/records.js';
import { type Stored, StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { FakeServer } from '../../contracts/shared-server.fixture.js';

const DEADLINE_MS = 500;

let server: FakeServer;
let kept: KeptPlaces | undefined;
beforeEach(() => {
  server = new FakeServer();
  kept = undefined;
});

const places = {
  load: async () => kept,
  keep: async (found: KeptPlaces) => {
    kept = found;
  },
};

const aReader = () => new LogReader(server.connection(), namespaceOf(), DEADLINE_MS, new LogPlaces(), places);
const positions = (page: readonly Stored[]) => page.map(({ position }) => position);
const fromStart = (limit: number) => ({ start: 0, after: 0, limit });

describe('a log with many events of others', () => {
  test('and none of ours is empty, which is found out once', async () => {
    server.write(1_000);
    const reader = aReader();
    expect(await reader.head()).toBe(0);
    expect(await reader.page(fromStart(1))).toEqual([]);
    expect(server.searches).toEqual([0]);
    server.write(50);
    expect(await reader.head()).toBe(0);
    expect([server.searches.length, server.reads.at(-1)]).toEqual([1, 1_000_000]);
  });

  test('has our first and our newest event behind them, and no event twice', async () => {
    server.write(500);
    server.write(3, true);
    server.write(500);
    server.write(4, true);
    server.write(500);
    const reader = aReader();
    expect(await reader.head()).toBe(server.ours.at(-1));
    expect(positions(await reader.page(fromStart(1)))).toEqual(server.ours.slice(0, 1));
    expect(positions(await reader.page(fromStart(5)))).toEqual(server.ours.slice(0, 5));
    expect(positions(await reader.page(fromStart(100)))).toEqual(server.ours);
    const [, , third = 0] = server.ours;
    expect(positions(await reader.page({ start: third, after: third, limit: 100 }))).toEqual(server.ours.slice(3));
  });

  test('is searched on from where a search broke off, for as long as each try makes progress', async () => {
    server.write(1_000);
    server.write(1, true);
    server.silentAfter = 200;
    server.silences = 5;
    expect(positions(await aReader().page(fromStart(1)))).toEqual(server.ours);
    expect(server.searches).toEqual(
      [0, 200_000, 400_000, 600_000, 800_000, 1_000_000].slice(0, server.searches.length),
    );
    expect(server.searches.length).toBeGreaterThan(4);
  });

  test('is unavailable when a search makes no progress within the deadline', async () => {
    server.write(1_000);
    server.silentAfter = 0;
    server.silences = 100;
    await expect(aReader().page(fromStart(1))).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(aReader().head()).rejects.toBeInstanceOf(StoreUnavailable);
  });

  test('is not searched again by a later process', async () => {
    server.write(20_000);
    server.write(1, true);
    server.write(20_000);
    const [ours] = server.ours;
    expect(await aReader().head()).toBe(ours);
    await expect.poll(() => kept?.end?.newest).toBe(ours);
    server.searches.length = 0;
    const later = aReader();
    expect(await later.head()).toBe(ours);
    expect(positions(await later.page(fromStart(2)))).toEqual(server.ours);
    expect(Math.min(...server.searches, ...server.reads.slice(-2))).toBeGreaterThan(16_000_000);
    server.write(1, true);
    expect(await later.head()).toBe(server.ours.at(-1));
  });

  test('is searched anew where the kept places are of another log, or of a state that was put back', async () => {
    server.write(1_000);
    server.write(1, true);
    const strange = { position: 2_000_000, id: 'of another log' };
    kept = { begin: { ...strange, position: 900_000 }, end: { ...strange, newest: 5_000 } };
    const reader = aReader();
    expect(await reader.head()).toBe(server.ours.at(-1));
    expect(positions(await reader.page(fromStart(2)))).toEqual(server.ours);
  });
});
