/** A value that authenticators write (RFC 8949): no floats, no tags. */
export type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>;

const NEGATIVE = 1;
const BYTES = 2;
const TEXT = 3;
const MAP = 5;

function head(major: number, n: number): Buffer {
  const first = major << 5;
  if (n < 24) return Buffer.from([first | n]);
  if (n < 0x100) return Buffer.from([first | 24, n]);
  return Buffer.from([first | 25, n >> 8, n & 0xff]);
}

/** Encodes lengths and numbers up to 65,535. */
export function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(NEGATIVE, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(TEXT, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(BYTES, value.length), value]);
  const members = [...value].flatMap(([key, member]) => [cbor(key), cbor(member)]);
  return Buffer.concat([head(MAP, value.size), ...members]);
}
