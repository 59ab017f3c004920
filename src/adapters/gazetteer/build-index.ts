import { type CollectedPlaces, collectPlaces } from './collect-places.js';
import { CELL_COLUMNS, CELL_ROWS, cellOf, DEGREE, type PlaceIndex } from './place-index.js';
import { sourceRegions } from './source.js';
import { TextTableBuilder } from './text-table.js';

/** Spellings are sorted by groups of those that begin alike. */
const GROUP_CHARACTERS = 3;
const NUMBER_CHARACTERS = 2;
const HIGH = 65_536;

/** Reads the data set and makes its index: about two seconds of work, and much memory, so it runs in a process of its own. */
export function buildIndex(): PlaceIndex {
  const regionNames = sourceRegions();
  const collected = collectPlaces();
  const order = byPopulation(collected.populations);
  const columns = inOrder(collected, order);
  const { countryCodes, regionCodes } = collected;
  return {
    ...columns,
    ...sortedSpellings(collected, order),
    ...cells(columns),
    countryCodes: countryCodes.texts,
    regionCodes: regionCodes.texts,
    regionNames: regionCodes.texts.map((code) => regionNames.get(code) ?? ''),
  };
}

/** Indices of the source, the largest population first. */
const byPopulation = (populations: readonly number[]): Uint32Array =>
  Uint32Array.from(populations.keys()).sort((a, b) => (populations[b] ?? 0) - (populations[a] ?? 0) || a - b);

function inOrder(collected: CollectedPlaces, order: Uint32Array) {
  const names = new TextTableBuilder(order.length);
  for (const source of order) names.add(collected.names[source] ?? '');
  const numbers = (column: readonly number[]) => Array.from(order, (source) => column[source] ?? 0);
  return {
    names: names.build(),
    latitudes: Int32Array.from(numbers(collected.latitudes), (degrees) => Math.round(degrees * DEGREE)),
    longitudes: Int32Array.from(numbers(collected.longitudes), (degrees) => Math.round(degrees * DEGREE)),
    countries: Uint16Array.from(numbers(collected.countries)),
    regions: Uint16Array.from(numbers(collected.regions)),
  };
}

/** Spellings with the numbers of their places behind them, as texts that sort by both. */
function groups({ spellings, owners }: CollectedPlaces, order: Uint32Array): ReadonlyMap<string, string[]> {
  const numbers = new Uint32Array(order.length);
  for (const [n, source] of order.entries()) numbers[source] = n;
  const found = new Map<string, string[]>();
  for (const [n, spelling] of spellings.entries()) {
    const number = numbers[owners[n] ?? 0] ?? 0;
    const text = `${spelling}\0${String.fromCharCode(Math.floor(number / HIGH), number % HIGH)}`;
    const beginning = spelling.slice(0, GROUP_CHARACTERS);
    const group = found.get(beginning);
    if (group) group.push(text);
    else found.set(beginning, [text]);
  }
  return found;
}

function sortedSpellings(collected: CollectedPlaces, order: Uint32Array) {
  const found = groups(collected, order);
  const spellings = new TextTableBuilder(collected.spellings.length);
  const spellingPlaces = new Uint32Array(collected.spellings.length);
  let n = 0;
  for (const beginning of [...found.keys()].sort()) {
    for (const text of found.get(beginning)?.sort() ?? []) {
      const end = text.length - NUMBER_CHARACTERS;
      spellings.add(text.slice(0, end - 1));
      spellingPlaces[n++] = text.charCodeAt(end) * HIGH + text.charCodeAt(end + 1);
    }
  }
  return { spellings: spellings.build(), spellingPlaces };
}

/** A counting sort by cell; within a cell by place. */
function cells({ latitudes, longitudes }: Pick<PlaceIndex, 'latitudes' | 'longitudes'>) {
  const cellStarts = new Uint32Array(CELL_ROWS * CELL_COLUMNS + 1);
  const cellPlaces = new Uint32Array(latitudes.length);
  const cell = (n: number) => cellOf((latitudes[n] ?? 0) / DEGREE, (longitudes[n] ?? 0) / DEGREE);
  const add = (at: number, by: number) => {
    cellStarts[at] = (cellStarts[at] ?? 0) + by;
  };
  for (let n = 0; n < latitudes.length; n++) add(cell(n), 1);
  for (let at = 1; at < cellStarts.length; at++) add(at, cellStarts[at - 1] ?? 0);
  for (let n = latitudes.length - 1; n >= 0; n--) {
    add(cell(n), -1);
    cellPlaces[cellStarts[cell(n)] ?? 0] = n;
  }
  return { cellStarts, cellPlaces };
}
