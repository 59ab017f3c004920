import { ChoiceField, NumberField, TextField, TimestampField } from '../../../../http/fields/fields.js';
import { instant } from '../../../../kernel/instant.js';
import { LOCATION_SOURCES, type Location } from '../domain/message.events.js';

const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
const ANY = Number.MAX_SAFE_INTEGER;

export class LocationDto {
  @NumberField({ description: 'Latitude in degrees.', min: -90, max: 90, example: 48.2082 })
  latitude!: number;

  @NumberField({ description: 'Longitude in degrees.', min: -180, max: 180, example: 16.3738 })
  longitude!: number;

  @NumberField({ description: 'Radius of uncertainty in metres.', min: 0, max: ANY, optional: true })
  accuracy?: number;

  @TimestampField({ description: 'Time of the measurement.', optional: true })
  positioned_at?: string;

  @ChoiceField({
    description: 'Source of the location: entered by hand or measured by GPS.',
    of: LOCATION_SOURCES,
    optional: true,
  })
  source?: (typeof LOCATION_SOURCES)[number];

  @TextField({
    description: 'Language of the address, a BCP 47 tag.',
    max: 35,
    pattern: LANGUAGE,
    optional: true,
    example: 'de',
  })
  language?: string;
}

export function toLocation({ latitude, longitude, accuracy, positioned_at, source, language }: LocationDto): Location {
  return {
    latitude,
    longitude,
    ...(accuracy === undefined ? {} : { accuracy }),
    ...(positioned_at === undefined ? {} : { positionedAt: instant(positioned_at) }),
    ...(source === undefined ? {} : { source }),
    ...(language === undefined ? {} : { language }),
  };
}

export function toLocationDto({ positionedAt, ...location }: Location): LocationDto {
  return { ...location, ...(positionedAt === undefined ? {} : { positioned_at: positionedAt }) };
}
