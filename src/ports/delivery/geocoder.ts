import { token } from '../../kernel/token.js';

/** Languages in which addresses are written. */
export type GeocoderLanguage = 'en' | 'de';

export interface Coordinates {
  /** Degrees, -90 to 90. */
  readonly latitude: number;
  /** Degrees, -180 to 180. */
  readonly longitude: number;
}

export interface AddressedLocation {
  readonly formattedAddress: string;
  readonly location: Coordinates;
}

export interface TextQuestion {
  readonly text: string;
  /** Only places of this country: name or ISO 3166-1 code, whole. Nothing is found in a country that is not known. */
  readonly country?: string;
  readonly language: GeocoderLanguage;
}

/** At least a street or a postal code. */
export interface StructuredQuestion {
  readonly street?: string;
  readonly postalCode?: string;
  /** Only places of this country: name or ISO 3166-1 code, whole. */
  readonly country?: string;
  readonly language: GeocoderLanguage;
}

export interface ReverseQuestion extends Coordinates {
  readonly language: GeocoderLanguage;
}

/** No answer in time, or none that can be read. The reason is for the log alone. */
export class GeocoderUnavailable extends Error {}

/** Results are best first, at most `limits.geocoderResults`, and empty where nothing is found. */
export interface Geocoder {
  /** Results are from another machine: they take time, and are cached. */
  readonly isRemote: boolean;
  /** Makes what the first question would wait long for. @throws GeocoderUnavailable */
  prepare?(): Promise<void>;
  /** @throws GeocoderUnavailable */
  search(question: TextQuestion): Promise<readonly AddressedLocation[]>;
  /** @throws GeocoderUnavailable */
  structured(question: StructuredQuestion): Promise<readonly AddressedLocation[]>;
  /** Nearest first. @throws GeocoderUnavailable */
  reverse(question: ReverseQuestion): Promise<readonly AddressedLocation[]>;
}

export const GEOCODER = token<Geocoder>('Geocoder');
