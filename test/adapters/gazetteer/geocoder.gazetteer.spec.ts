import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { findNearest } from '../../../src/adapters/gazetteer/find-nearest.js';
import { Gazetteer } from '../../../src/adapters/gazetteer/gazetteer.js';
import { keptIndex } from '../../../src/adapters/gazetteer/index-file.js';
import {
  CELL_COLUMNS,
  CELL_ROWS,
  cellOf,
  DEGREE,
  type PlaceIndex,
} from '../../../src/adapters/gazetteer/place-index.js';
import { GeocoderUnavailable } from '../../../src/ports/delivery/geocoder.js';
import { describeGeocoder } from '../../contracts/geocoder.contract.js';
import { GAZETTEER_FOLDER } from '../../support/gazetteer-index.js';
import { shortestMs } from '../../support/shortest-ms.js';

const gazetteer = new Gazetteer(GAZETTEER_FOLDER);

describeGeocoder('gazetteer', async () => gazetteer);

const first = async (text: string, language: 'en' | 'de' = 'en') =>
  (await gazetteer.search({ text, language }))[0]?.formattedAddress;

test.each([
  ['Springfield, Illinois', 'Springfield, Illinois, United States'],
  ['Springfield IL', 'Springfield, Illinois, United States'],
  ['Paris', 'Paris, Île-de-France, France'],
  ['Paris Texas', 'Paris, Texas, United States'],
  ['london', 'London, England, United Kingdom'],
  ['München', 'Munich, Bavaria, Germany'],
  ['Muenchen', 'Munich, Bavaria, Germany'],
  ['Stephansplatz 1, 1010 Wien', 'Vienna, Austria'],
  ['Hauptstraße 5, Linz, Österreich', 'Linz, Upper Austria, Austria'],
  ['San Jose Costa Rica', 'San José, Costa Rica'],
])('the best answer to %s is %s', async (text, address) => expect(await first(text)).toBe(address));

test.each([
  ['Offenbach a.M.', 'Offenbach, Hesse, Germany'],
  ['Offenbach a. M.', 'Offenbach, Hesse, Germany'],
  ['Kaiserstr. 1, Offenbach a.M.', 'Offenbach, Hesse, Germany'],
  ['Frankfurt a.M.', 'Frankfurt am Main, Hesse, Germany'],
  ['Frankfurt a.d.O.', 'Frankfurt (Oder), Brandenburg, Germany'],
  ['Rothenburg o.d.T.', 'Rothenburg ob der Tauber, Bavaria, Germany'],
  ['Mühldorf a.I.', 'Mühldorf, Bavaria, Germany'],
  ['Halle a.d.S.', 'Halle (Saale), Saxony-Anhalt, Germany'],
  ['Kempten i.A.', 'Kempten (Allgäu), Bavaria, Germany'],
  ['Brixen i.T.', 'Bressanone, Trentino-Alto Adige, Italy'],
  ['St. Pölten', 'Sankt Pölten, Lower Austria, Austria'],
  ['Ft. Worth', 'Fort Worth, Texas, United States'],
  ['S. Paulo', 'São Paulo, Brazil'],
  ['Villa S. Giovanni', 'Villa San Giovanni, Calabria, Italy'],
  ['Washington, D.C.', 'Washington, District of Columbia, United States'],
  ['Paris, U.S.A.', 'Paris, Texas, United States'],
  ['L.A.', 'Los Angeles, California, United States'],
  ['We moved to Linz.', 'Linz, Upper Austria, Austria'],
])('abbreviations name no place of their own: %s is %s', async (text, address) =>
  expect(await first(text)).toBe(address),
);

test.each(['Calle Mayor 1, ES', 'Calle Mayor 1 ES', 'Hauptstr. 5, DE', 'Hauptplatz, AT', 'A.'])(
  'a country or an abbreviation does not begin the name of a place: %s',
  async (text) => expect(await first(text)).toBeUndefined(),
);

test('many abbreviations take a bounded time', async () => {
  const text = 'San a. b. c. La d. e. f. El g. h. i. Le j. k. l. Villa m. n. o. Santa p. q. r.';
  expect(await shortestMs(() => first(text))).toBeLessThan(200);
});

test('the beginning of a name that is also a code of a country is completed', async () => {
  expect(await first('Bad Is')).toContain('Bad Ischl');
  expect(await first('de')).toContain('Delhi');
});

test.each([
  ['Calle Mayor 1', 'ES', undefined],
  ['Calle Mayor 1', 'Spain', undefined],
  ['Calle Mayor 1, Madrid', 'España', 'Madrid, Spain'],
  ['Linz', 'Aus', undefined],
  ['Main St. 5, Paris', 'USA', 'Paris, Texas, United States'],
  ['London', 'Great Britain', 'London, England, United Kingdom'],
  ['Offenbach a.M.', 'DE', 'Offenbach, Hesse, Germany'],
  ['Paris', 'GE', undefined],
])('the address %s in %s is %s', async (street, country, address) => {
  const [place] = await gazetteer.structured({ street, country, language: 'en' });
  expect(place?.formattedAddress).toBe(address);
});

test('names of places, regions and countries are German where that is asked for', async () => {
  expect(await first('munich', 'de')).toBe('München, Bayern, Deutschland');
  expect(await first('Rome, Italy', 'de')).toBe('Rom, Latium, Italien');
  expect(await first('Cologne', 'en')).toBe('Cologne, North Rhine-Westphalia, Germany');
});

test('the beginning of a name finds those that go on', async () => {
  expect(await first('Mün')).toBe('Munich, Bavaria, Germany');
  expect(await first('Klagenf')).toContain('Klagenfurt');
});

test.each(['(a+)+$', '.*', '[^x]*\\d{1,9999}', '%00', "' OR 1=1 --", '\u202e\ud83d\ude00'])(
  'a text that means something to other programs means nothing here: %j',
  async (text) => expect(await first(text)).toBeUndefined(),
);

test('a postal code alone is not known', async () => {
  expect(await gazetteer.structured({ postalCode: '4020', language: 'en' })).toEqual([]);
});

test('places near a meridian and beyond it are found from either side', async () => {
  const found = await gazetteer.reverse({ latitude: 51.48, longitude: -0.0001, language: 'en' });
  const beyond = await gazetteer.reverse({ latitude: 51.48, longitude: 0.0001, language: 'en' });
  expect(found.map(({ formattedAddress }) => formattedAddress)).toEqual(
    beyond.map(({ formattedAddress }) => formattedAddress),
  );
});

/** A folder with the built index, changed by `change`. */
async function folderWith(change: (file: Buffer) => Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-gazetteer-'));
  for (const name of await readdir(GAZETTEER_FOLDER)) {
    if (name.endsWith('.bin'))
      await writeFile(join(folder, name), change(await readFile(join(GAZETTEER_FOLDER, name))));
  }
  return folder;
}

const damage: readonly (readonly [string, (file: Buffer) => Buffer])[] = [
  ['is cut', (file) => file.subarray(0, file.length / 2)],
  ['is empty', () => Buffer.alloc(0)],
  ['has one other bit', (file) => Buffer.from(file).fill((file[9_000_000] ?? 0) ^ 1, 9_000_000, 9_000_001)],
];

test.each(damage)('a file that %s is not read', async (_, change) => {
  const folder = await folderWith(change);
  expect(await keptIndex(folder)).toBeUndefined();
  await rm(folder, { recursive: true });
});

test('the index is small, and reading it never holds the event loop long', async () => {
  const [name = ''] = (await readdir(GAZETTEER_FOLDER)).filter((each) => each.endsWith('.bin'));
  expect((await stat(join(GAZETTEER_FOLDER, name))).size).toBeLessThan(16 * 1_048_576);
  const before = performance.eventLoopUtilization();
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const index = await keptIndex(GAZETTEER_FOLDER);
  delays.disable();
  expect(index?.names.size).toBeGreaterThan(190_000);
  const activeMs = performance.eventLoopUtilization(before).active;
  expect(delays.count).toBeGreaterThan(activeMs / 50);
});

test('places beyond the date line are near', () => {
  const longitudes = Int32Array.of(179.95 * DEGREE, -179.95 * DEGREE, 170 * DEGREE);
  const places = [...longitudes.keys()];
  const cellOfPlace = (place: number) => cellOf(-16.8, (longitudes[place] ?? 0) / DEGREE);
  const cellPlaces = Uint32Array.from(places.toSorted((a, b) => cellOfPlace(a) - cellOfPlace(b)));
  const startOf = (_: unknown, cell: number) => places.filter((place) => cellOfPlace(place) < cell).length;
  const cellStarts = Uint32Array.from({ length: CELL_ROWS * CELL_COLUMNS + 1 }, startOf);
  const latitudes = Int32Array.of(-16.8 * DEGREE, -16.8 * DEGREE, -16.8 * DEGREE);
  const index = { latitudes, longitudes, cellPlaces, cellStarts } as unknown as PlaceIndex;
  const nearest = (longitude: number) => findNearest(index, { latitude: -16.8, longitude });
  expect([nearest(179.999), nearest(-179.999), nearest(180), nearest(-180)]).toEqual([
    [0, 1],
    [1, 0],
    [0, 1],
    [0, 1],
  ]);
  expect(nearest(0)).toEqual([]);
});

test('what a killed process and an earlier version left is removed, what another process writes now is not', async () => {
  const folder = await folderWith((file) => file);
  const [kept = ''] = await readdir(folder);
  const old = new Date(Date.now() - 3_600_000);
  for (const name of [`${kept}.1.part`, 'gazetteer-0-1-1.bin', `${kept}.2.part`])
    await writeFile(join(folder, name), 'x');
  for (const name of [`${kept}.1.part`, 'gazetteer-0-1-1.bin']) await utimes(join(folder, name), old, old);
  await writeFile(join(folder, 'other.bin'), 'x');
  await new Gazetteer(folder).ready();
  expect((await readdir(folder)).sort()).toEqual([kept, `${kept}.2.part`, 'other.bin'].sort());
  await rm(folder, { recursive: true });
});

test('a folder that cannot be written is an outage', async () => {
  const broken = new Gazetteer('/dev/null/gazetteer');
  const search = () => broken.search({ text: 'Linz', language: 'en' });
  await expect(search()).rejects.toThrow(GeocoderUnavailable);
  await expect(search()).rejects.toThrow(GeocoderUnavailable);
});
