import { type Environment, WrongSetting } from './environment.js';

const KINDS = ['pelias', 'nominatim'] as const;

export interface GeocoderSettings {
  /** Server that geocodes, and the interface that it has. Default: the embedded gazetteer. */
  readonly geocoder?: { readonly kind: (typeof KINDS)[number]; readonly url: string };
}

/** @throws WrongSetting that does not repeat the URL, which may hold a key */
export function geocoderSettings({ GEOCODER_URL: text }: Environment): GeocoderSettings {
  if (!text) return {};
  const kind = KINDS.find((each) => text.startsWith(`${each}+http`));
  const url = kind && URL.canParse(text.slice(kind.length + 1)) ? new URL(text.slice(kind.length + 1)) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.hash}` === '';
  if (kind && isPlain) return { geocoder: { kind, url: url.href } };
  throw new WrongSetting('GEOCODER_URL must be like pelias+https://geo.example or nominatim+https://geo.example.');
}
