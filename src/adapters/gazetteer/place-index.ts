import type { TextTable } from './text-table.js';

/** Number of a place: 0 is the one with the most inhabitants. */
export type PlaceNumber = number;

/** Columns by place, except where another key is named. */
export interface PlaceColumns {
  /** Hundred-thousandths of a degree. */
  readonly latitudes: Int32Array;
  readonly longitudes: Int32Array;
  /** Index into `countryCodes`. */
  readonly countries: Uint16Array;
  /** Index into `regionCodes`; 0 means none. */
  readonly regions: Uint16Array;
  /** Place of each spelling. */
  readonly spellingPlaces: Uint32Array;
  /** Places by cell of one degree: cell `c` has the places from `cellStarts[c]` to `cellStarts[c + 1]`. */
  readonly cellStarts: Uint32Array;
  readonly cellPlaces: Uint32Array;
}

export interface AreaNames {
  /** ISO 3166-1 alpha-2. */
  readonly countryCodes: readonly string[];
  /** `<country>.<code>`; the first is empty. */
  readonly regionCodes: readonly string[];
  /** English, by index. */
  readonly regionNames: readonly string[];
}

/** All places in compact columns, about 13 MB for 200,000 of them. */
export interface PlaceIndex extends PlaceColumns, AreaNames {
  readonly names: TextTable;
  /** Names in all languages as `words` makes them, sorted; those of one spelling by place. */
  readonly spellings: TextTable;
}

export const DEGREE = 100_000;
export const CELL_ROWS = 180;
export const CELL_COLUMNS = 360;

/** Cell of coordinates in degrees. */
export function cellOf(latitude: number, longitude: number): number {
  const row = Math.min(CELL_ROWS - 1, Math.max(0, Math.floor(latitude) + 90));
  const column = (((Math.floor(longitude) + 180) % CELL_COLUMNS) + CELL_COLUMNS) % CELL_COLUMNS;
  return row * CELL_COLUMNS + column;
}
