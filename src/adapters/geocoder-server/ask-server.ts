import { limits } from '../../catalogue/limits/limits.js';
import { cutText } from '../../lib/cut-text.js';
import { type AddressedLocation, GeocoderUnavailable } from '../../ports/delivery/geocoder.js';
import { type OutboundHttp, OutgoingFailure } from '../../ports/delivery/outbound-http.js';

const TIMEOUT_MS = 5_000;
/** A longer URL is not sent; servers do not take it. */
const LONGEST_URL = 2_048;

export type Parameters = Readonly<Record<string, string | number | undefined>>;

/** The answer as JSON; undefined where the server does not accept the question. @throws GeocoderUnavailable */
export type AskServer = (path: string, parameters: Parameters) => Promise<unknown>;

function urlOf(base: string, path: string, parameters: Parameters): string {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`;
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, `${value}`);
  return url.href;
}

/** Sends a search to one server. Its URL may hold parameters for every search, such as a key. */
export const askServer =
  (http: OutboundHttp, base: string): AskServer =>
  async (path, parameters) => {
    const url = urlOf(base, path, parameters);
    if (url.length > LONGEST_URL) return undefined;
    try {
      const { status, body, isCut } = await http.send({
        url,
        method: 'GET',
        headers: { accept: 'application/json', 'user-agent': 'Tidings' },
        timeoutMs: TIMEOUT_MS,
        maxBytes: limits.geocoderAnswerBytes,
      });
      if (status === 400) return undefined;
      if (status !== 200 || isCut) throw new GeocoderUnavailable(isCut ? 'too_long' : `status ${status}`);
      return JSON.parse(body);
    } catch (error) {
      if (error instanceof OutgoingFailure) throw new GeocoderUnavailable(error.fault);
      if (error instanceof SyntaxError) throw new GeocoderUnavailable('not_json');
      throw error;
    }
  };

/** Members of an answer that is an object. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** The entries of a list. @throws GeocoderUnavailable when the answer has another shape */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.slice(0, limits.geocoderResults);
  throw new GeocoderUnavailable('unexpected answer');
}

const isWithin = (value: number, most: number): boolean => Number.isFinite(value) && Math.abs(value) <= most;

/** The place that an entry describes; nothing where a part is missing. */
export function addressedLocation(
  address: unknown,
  latitude: unknown,
  longitude: unknown,
): readonly AddressedLocation[] {
  const location = { latitude: Number(latitude ?? Number.NaN), longitude: Number(longitude ?? Number.NaN) };
  if (typeof address !== 'string' || address.trim() === '') return [];
  if (!isWithin(location.latitude, 90) || !isWithin(location.longitude, 180)) return [];
  return [
    {
      formattedAddress: cutText(address.trim().toWellFormed().replaceAll('\0', ''), limits.formattedAddress),
      location,
    },
  ];
}
