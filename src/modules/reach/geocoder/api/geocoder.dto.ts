import { limits } from '../../../../catalogue/limits/limits.js';
import { ChoiceField, NumberField, ObjectField, ObjectListField, TextField } from '../../../../http/fields/fields.js';

const LANGUAGES = ['en', 'de'] as const;

const description = {
  language: 'Language of the addresses.',
  defaultLanguage: 'Language of the addresses. Default: the one that `Accept-Language` prefers.',
  latitude: 'Latitude in degrees.',
  longitude: 'Longitude in degrees.',
};

export class GeocoderSearchQueryDto {
  @TextField({ description: 'Address or name of a place.', max: limits.geocoderText, example: 'Linz, Austria' })
  text!: string;

  @ChoiceField({ description: description.language, of: LANGUAGES, example: 'en' })
  language!: (typeof LANGUAGES)[number];
}

export class GeocoderStructuredQueryDto {
  @TextField({
    description: 'Street with house number. The name of the place may follow.',
    max: limits.geocoderText,
    example: 'Hauptplatz 1, Linz',
  })
  street!: string;

  @TextField({
    description: 'Full name of the country, or its ISO 3166-1 code. Only places in this country are found.',
    max: limits.geocoderText,
    optional: true,
  })
  country?: string;

  @TextField({ description: 'Postal code.', max: limits.postalCode, optional: true })
  postalCode?: string;

  @ChoiceField({ description: description.defaultLanguage, of: LANGUAGES, optional: true })
  language?: (typeof LANGUAGES)[number];
}

export class GeocoderReverseQueryDto {
  @NumberField({ description: description.latitude, min: -90, max: 90, example: 48.3064 })
  latitude!: number;

  @NumberField({ description: description.longitude, min: -180, max: 180, example: 14.2861 })
  longitude!: number;

  @ChoiceField({ description: description.defaultLanguage, of: LANGUAGES, optional: true })
  language?: (typeof LANGUAGES)[number];
}

export class CoordinatesDto {
  @NumberField({ description: description.latitude, min: -90, max: 90 })
  latitude!: number;

  @NumberField({ description: description.longitude, min: -180, max: 180 })
  longitude!: number;
}

export class AddressedLocationDto {
  @TextField({ description: 'Address of the location.', max: limits.formattedAddress })
  formatted_address!: string;

  @ObjectField({ description: 'Coordinates of the location.', of: CoordinatesDto })
  location!: CoordinatesDto;
}

export class GeocoderResultsDto {
  @ObjectListField({
    description: 'Locations, best first. Empty if nothing is found.',
    of: AddressedLocationDto,
    max: limits.geocoderResults,
  })
  results!: AddressedLocationDto[];
}
