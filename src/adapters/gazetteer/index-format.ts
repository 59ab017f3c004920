import { hash } from 'node:crypto';
import type { AreaNames, PlaceIndex } from './place-index.js';
import { TextTable } from './text-table.js';

/** Changes with what the bytes mean. */
export const FORMAT = 1;

const ALIGNMENT = 8;
/** At the end of the file: the SHA-256 digest of everything before it. */
export const DIGEST_BYTES = 32;
const LENGTH_BYTES = 8;

interface Header extends AreaNames {
  /** Bytes of each part. */
  readonly lengths: readonly number[];
}

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

const bytesOf = (part: Uint8Array | Int32Array | Uint32Array | Uint16Array): Buffer =>
  Buffer.from(part.buffer, part.byteOffset, part.byteLength);

/** Length of the header, header, parts, each aligned, and a SHA-256 digest of everything before it. */
export function encodeIndex(index: PlaceIndex): Buffer {
  const { names, spellings, countryCodes, regionCodes, regionNames } = index;
  const { latitudes, longitudes, countries, regions, spellingPlaces, cellStarts, cellPlaces } = index;
  const columns = [latitudes, longitudes, countries, regions, spellingPlaces, cellStarts, cellPlaces];
  const parts = [...columns, names.bytes, names.ends, spellings.bytes, spellings.ends].map(bytesOf);
  const header: Header = { lengths: parts.map(({ length }) => length), countryCodes, regionCodes, regionNames };
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(text.length);
  const padded = [text, ...parts].map((part) => Buffer.concat([part], aligned(part.length)));
  const content = Buffer.concat([length, ...padded]);
  return Buffer.concat([content, hash('sha256', content, 'buffer')]);
}

/** The index in a file that is whole. Its columns are views into the file. */
export function decodeIndex(file: Buffer): PlaceIndex {
  const headerLength = file.readUInt32LE(0);
  const header = JSON.parse(file.toString('utf8', LENGTH_BYTES, LENGTH_BYTES + headerLength)) as Header;
  let at = LENGTH_BYTES + aligned(headerLength);
  const parts = header.lengths.map((length) => {
    const part = file.subarray(at, at + length);
    at += aligned(length);
    return part;
  });
  const part = (n: number): Buffer => parts[n] ?? Buffer.alloc(0);
  const words16 = (n: number) => new Uint16Array(part(n).buffer, part(n).byteOffset, part(n).length / 2);
  const words32 = (n: number) => new Uint32Array(part(n).buffer, part(n).byteOffset, part(n).length / 4);
  const signed = (n: number) => new Int32Array(part(n).buffer, part(n).byteOffset, part(n).length / 4);
  const { countryCodes, regionCodes, regionNames } = header;
  return {
    countryCodes,
    regionCodes,
    regionNames,
    latitudes: signed(0),
    longitudes: signed(1),
    countries: words16(2),
    regions: words16(3),
    spellingPlaces: words32(4),
    cellStarts: words32(5),
    cellPlaces: words32(6),
    names: new TextTable(part(7), words32(8)),
    spellings: new TextTable(part(9), words32(10)),
  };
}
