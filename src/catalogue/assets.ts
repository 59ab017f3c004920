const MIB = 1_048_576;

interface AssetType {
  /** Media types that an upload may name instead. */
  readonly aliases: readonly string[];
  /** Media types that detection by content answers for it. */
  readonly detected: readonly string[];
  readonly extension: string;
}

const type = (extension: string, detected: readonly string[], aliases: readonly string[] = []): AssetType => ({
  extension,
  detected,
  aliases,
});

/** Types of uploads and bytes of each, by the kind of the message (contract 13). */
export const assetKinds = {
  IMAGE: {
    maxBytes: 10 * MIB,
    types: {
      'image/jpeg': type('jpg', ['image/jpeg']),
      'image/png': type('png', ['image/png', 'image/apng']),
      'image/webp': type('webp', ['image/webp']),
      'image/gif': type('gif', ['image/gif']),
    },
  },
  VIDEO: {
    maxBytes: 100 * MIB,
    types: {
      'video/mp4': type('mp4', ['video/mp4', 'video/x-m4v']),
      'video/webm': type('webm', ['video/webm']),
    },
  },
  AUDIO: {
    maxBytes: 25 * MIB,
    types: {
      'audio/mpeg': type('mp3', ['audio/mpeg'], ['audio/mp3']),
      'audio/mp4': type('m4a', ['audio/x-m4a', 'audio/mp4', 'video/mp4'], ['audio/x-m4a', 'audio/m4a']),
      'audio/ogg': type('ogg', ['audio/ogg', 'audio/ogg; codecs=opus']),
      'audio/wav': type('wav', ['audio/wav'], ['audio/x-wav', 'audio/wave', 'audio/vnd.wave']),
    },
  },
} as const satisfies Readonly<
  Record<string, { readonly maxBytes: number; readonly types: Readonly<Record<string, AssetType>> }>
>;

export type AssetKind = keyof typeof assetKinds;

export const ASSET_KINDS = Object.keys(assetKinds) as readonly AssetKind[];

/** Statuses of an asset (specification 3). Contract 5 has their order. */
export const ASSET_STATUSES = [
  'UPLOAD_PENDING',
  'COMPRESSION_STARTED',
  'UPLOAD_COMPLETED',
  'UPLOAD_COMPLETED_MISSING',
  'UPLOAD_FAILED',
  'UNKNOWN',
] as const;
export type AssetStatus = (typeof ASSET_STATUSES)[number];

const typesOf = (kind: AssetKind): Readonly<Record<string, AssetType>> => assetKinds[kind].types;

export const isAssetKind = (kind: string): kind is AssetKind => Object.hasOwn(assetKinds, kind);

/** The type of the table that a `Content-Type` header names for a kind of message; undefined: it is refused. */
export function assetTypeOf(kind: AssetKind, header: string | undefined): string | undefined {
  const named = header?.split(';')[0]?.trim().toLowerCase() ?? '';
  return Object.entries(typesOf(kind)).find(([type, { aliases }]) => type === named || aliases.includes(named))?.[0];
}

/** Media types that detection may answer for a type of the table. */
export const detectedAs = (kind: AssetKind, type: string): readonly string[] => typesOf(kind)[type]?.detected ?? [];

export const extensionOf = (type: string): string =>
  ASSET_KINDS.map((kind) => typesOf(kind)[type]?.extension).find((found) => found !== undefined) ?? 'bin';
