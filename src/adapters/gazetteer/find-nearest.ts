import { limits } from '../../catalogue/limits/limits.js';
import type { Coordinates } from '../../ports/delivery/geocoder.js';
import { CELL_COLUMNS, cellOf, DEGREE, type PlaceIndex, type PlaceNumber } from './place-index.js';

/** A place farther away does not describe a location. */
const FARTHEST_KM = 50;
const KM_A_DEGREE = 111.2;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Cells that hold every place within the distance. */
function* cellsAround({ latitude, longitude }: Coordinates): Generator<number> {
  const rows = FARTHEST_KM / KM_A_DEGREE;
  const southern = Math.max(-90, Math.floor(latitude - rows));
  const northern = Math.min(89, Math.floor(latitude + rows));
  const widest = Math.max(Math.abs(latitude - rows), Math.abs(latitude + rows));
  const columns = widest >= 89 ? CELL_COLUMNS / 2 : rows / Math.cos(radians(widest));
  const western = Math.floor(longitude - columns);
  const count = Math.min(CELL_COLUMNS, Math.floor(longitude + columns) - western + 1);
  for (let row = southern; row <= northern; row++) {
    for (let column = 0; column < count; column++) yield cellOf(row, western + column);
  }
}

/** The shorter way around the earth, in degrees. */
const apart = (a: number, b: number): number => {
  const degrees = Math.abs(a - b);
  return degrees > 180 ? 360 - degrees : degrees;
};

/** Square of the distance on the plane that touches the earth here: exact enough for 50 km. */
function squareKm(index: PlaceIndex, place: PlaceNumber, at: Coordinates, narrowing: number): number {
  const north = ((index.latitudes[place] ?? 0) / DEGREE - at.latitude) * KM_A_DEGREE;
  const east = apart((index.longitudes[place] ?? 0) / DEGREE, at.longitude) * KM_A_DEGREE * narrowing;
  return north * north + east * east;
}

/** The nearest places, nearest first. */
export function findNearest(index: PlaceIndex, at: Coordinates): readonly PlaceNumber[] {
  const narrowing = Math.cos(radians(at.latitude));
  const found: { readonly place: PlaceNumber; readonly square: number }[] = [];
  let worst = FARTHEST_KM * FARTHEST_KM;
  for (const cell of cellsAround(at)) {
    for (let n = index.cellStarts[cell] ?? 0; n < (index.cellStarts[cell + 1] ?? 0); n++) {
      const place = index.cellPlaces[n] ?? 0;
      const square = squareKm(index, place, at, narrowing);
      if (square >= worst) continue;
      const behind = found.findIndex((each) => each.square > square);
      found.splice(behind < 0 ? found.length : behind, 0, { place, square });
      if (found.length > limits.geocoderResults) found.pop();
      if (found.length === limits.geocoderResults) worst = found.at(-1)?.square ?? worst;
    }
  }
  return found.map(({ place }) => place);
}
