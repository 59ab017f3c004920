import { WrongSetting } from './environment.js';
import { setting } from './setting.js';

const KINDS = ['pelias', 'nominatim'] as const;

interface GeocoderServer {
  readonly kind: (typeof KINDS)[number];
  readonly url: string;
}

export const geocoderSettings = {
  /** The error does not repeat the URL, which may hold a key. */
  geocoder: setting(
    {
      name: 'GEOCODER_URL',
      secret: true,
      default: 'embedded gazetteer',
      values: '`pelias+https://host` or `nominatim+https://host`',
      meaning: 'geocoding server; parameters of the URL, such as a key, are sent with each request',
    },
    (given): GeocoderServer | undefined => {
      if (!given) return undefined;
      const kind = KINDS.find((each) => given.startsWith(`${each}+http`));
      const address = kind && given.slice(kind.length + 1);
      const url = address && URL.canParse(address) ? new URL(address) : undefined;
      const isPlain = url && /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.hash}` === '';
      if (kind && isPlain) return { kind, url: url.href };
      throw new WrongSetting('GEOCODER_URL must be like pelias+https://geo.example or nominatim+https://geo.example.');
    },
  ),
};
