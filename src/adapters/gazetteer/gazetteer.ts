import { sharedCall } from '../../lib/shared-call.js';
import {
  type AddressedLocation,
  type Geocoder,
  type GeocoderLanguage,
  GeocoderUnavailable,
  type ReverseQuestion,
  type StructuredQuestion,
  type TextQuestion,
} from '../../ports/delivery/geocoder.js';
import { type Areas, addressed, areasOf } from './addresses.js';
import { findByName } from './find-by-name.js';
import { findNearest } from './find-nearest.js';
import { openIndex, prepareIndex } from './index-file.js';
import type { PlaceIndex, PlaceNumber } from './place-index.js';

/** Milliseconds between a failure and the next attempt to build the index. */
const PAUSE_MS = 60_000;
/** Milliseconds that a search waits for the index. */
const PATIENCE_MS = 10_000;

interface Loaded {
  readonly index: PlaceIndex;
  readonly areas: Areas;
}

/**
 * Places with 500 inhabitants or more, from GeoNames (CC BY 4.0). Without an index in the folder, `prepare` or the first
 * question starts a child process that builds it in about two seconds. The first question reads it in a tenth of a
 * second; it takes 13 MB and stays in memory. It has no streets and no postal codes: a search for a street finds the
 * place in its text.
 */
export class Gazetteer implements Geocoder {
  readonly isRemote = false;
  /** Calls at once share one child process. */
  private readonly prepared = sharedCall(() => prepareIndex(this.folder));
  private loading: Promise<Loaded> | undefined;

  constructor(private readonly folder: string) {}

  async search({ text, country, language }: TextQuestion): Promise<readonly AddressedLocation[]> {
    const { index, areas } = await this.loaded();
    const only = country === undefined ? undefined : countriesNamed(index, areas, country);
    return shown(index, findByName(index, areas, text, only), language);
  }

  async structured({ street, ...area }: StructuredQuestion): Promise<readonly AddressedLocation[]> {
    return street === undefined ? [] : this.search({ text: street, ...area });
  }

  async reverse({ language, ...at }: ReverseQuestion): Promise<readonly AddressedLocation[]> {
    const { index } = await this.loaded();
    return shown(index, findNearest(index, at), language);
  }

  async prepare(): Promise<void> {
    await this.prepared().catch((error: unknown) => {
      throw new GeocoderUnavailable(String(error));
    });
  }

  /** Resolves when the index is in memory, without a time limit. @throws GeocoderUnavailable */
  ready(): Promise<Loaded> {
    this.loading ??= this.load().catch((error: unknown) => {
      setTimeout(() => {
        this.loading = undefined;
      }, PAUSE_MS).unref();
      throw new GeocoderUnavailable(String(error));
    });
    return this.loading;
  }

  private async load(): Promise<Loaded> {
    await this.prepared();
    const index = await openIndex(this.folder);
    return { index, areas: areasOf(index) };
  }

  private async loaded(): Promise<Loaded> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new GeocoderUnavailable('The index is being built.')), PATIENCE_MS);
    try {
      return await Promise.race([this.ready(), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The number of the country in the index. Empty: the name is not whole, or the index has nothing there. */
function countriesNamed({ countryCodes }: PlaceIndex, { names }: Areas, name: string): ReadonlySet<number> {
  const n = countryCodes.indexOf(names.codeOf(name) ?? '');
  return new Set(n < 0 ? [] : [n]);
}

const shown = (index: PlaceIndex, places: readonly PlaceNumber[], language: GeocoderLanguage) =>
  places.map((place) => addressed(index, place, language));
