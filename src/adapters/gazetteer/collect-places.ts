import { type SourcePlace, sourcePlaces } from './source.js';
import { words } from './words.js';

/**
 * Names in other languages are kept for places with at least this many inhabitants, and for capitals and seats of
 * regions.
 */
const KNOWN_ABROAD = 5_000;
const SEATS = ['PPLC', 'PPLA'];
const LATIN = /^[\u0000-\u024f\u1e00-\u1eff\u2019]*$/;
/** The names contain codes of airports too. */
const CODE = /^[A-Z]{3,4}$/;

/** Numbers texts from 0 in the order in which they come. */
class Numbering {
  readonly texts: string[] = [];
  private readonly known = new Map<string, number>();

  of(text: string): number {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    this.known.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }
}

/** The places in the order of the source. */
export class CollectedPlaces {
  readonly names: string[] = [];
  readonly latitudes: number[] = [];
  readonly longitudes: number[] = [];
  readonly countries: number[] = [];
  readonly regions: number[] = [];
  readonly populations: number[] = [];
  readonly countryCodes = new Numbering();
  readonly regionCodes = new Numbering();
  readonly spellings: string[] = [];
  /** Place of each spelling. */
  readonly owners: number[] = [];

  constructor() {
    this.regionCodes.of('');
  }

  add(place: SourcePlace): void {
    const n = this.names.push(place.name) - 1;
    this.latitudes.push(place.latitude);
    this.longitudes.push(place.longitude);
    this.countries.push(this.countryCodes.of(place.country));
    this.regions.push(place.region === '' ? 0 : this.regionCodes.of(`${place.country}.${place.region}`));
    this.populations.push(place.population);
    for (const spelling of spellingsOf(place)) {
      this.spellings.push(spelling);
      this.owners.push(n);
    }
  }
}

function spellingsOf({ name, otherNames, feature, population }: SourcePlace): ReadonlySet<string> {
  const spellings = new Set([words(name)]);
  if (population >= KNOWN_ABROAD || SEATS.includes(feature)) {
    for (const other of otherNames.split(',')) {
      if (LATIN.test(other) && !CODE.test(other)) spellings.add(words(other));
    }
  }
  spellings.delete('');
  return spellings;
}

export function collectPlaces(): CollectedPlaces {
  const collected = new CollectedPlaces();
  for (const place of sourcePlaces()) collected.add(place);
  return collected;
}
