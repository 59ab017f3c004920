const MIB = 1_048_576;

interface AssetType {
  /** For readers of the documentation. */
  readonly name: string;
  /** Media types that an upload may name instead. */
  readonly aliases: readonly string[];
  /** Media types that detection by content returns for it. */
  readonly detected: readonly string[];
  readonly extension: string;
}

const type = (
  name: string,
  extension: string,
  detected: readonly string[],
  aliases: readonly string[] = [],
): AssetType => ({ name, extension, detected, aliases });

/** Types of uploads and bytes of each, by the kind of the message (contract 13). */
export const assetKinds = {
  IMAGE: {
    maxBytes: 20 * MIB,
    types: {
      'image/jpeg': type('JPEG', 'jpg', ['image/jpeg'], ['image/jpg', 'image/pjpeg', 'image/jfif']),
      'image/png': type('PNG', 'png', ['image/png', 'image/apng'], ['image/x-png', 'image/apng']),
      'image/webp': type('WebP', 'webp', ['image/webp'], ['image/x-webp']),
      'image/gif': type('GIF', 'gif', ['image/gif']),
    },
  },
  VIDEO: {
    maxBytes: 100 * MIB,
    types: {
      'video/mp4': type('MP4', 'mp4', ['video/mp4', 'video/x-m4v'], ['video/x-m4v', 'video/m4v']),
      'video/webm': type('WebM', 'webm', ['video/webm']),
      'video/quicktime': type('QuickTime', 'mov', ['video/quicktime'], ['video/mov', 'video/x-quicktime']),
    },
  },
  AUDIO: {
    maxBytes: 25 * MIB,
    types: {
      'audio/mpeg': type('MP3', 'mp3', ['audio/mpeg'], ['audio/mp3', 'audio/mpeg3', 'audio/x-mp3', 'audio/x-mpeg']),
      'audio/mp4': type('M4A', 'm4a', ['audio/x-m4a', 'audio/mp4', 'video/mp4'], ['audio/x-m4a', 'audio/m4a']),
      'audio/ogg': type('Ogg', 'ogg', ['audio/ogg', 'audio/ogg; codecs=opus'], ['application/ogg', 'audio/x-ogg']),
      'audio/wav': type('WAV', 'wav', ['audio/wav'], ['audio/x-wav', 'audio/wave', 'audio/vnd.wave', 'audio/x-pn-wav']),
      'audio/webm': type('WebM', 'webm', ['audio/webm', 'video/webm']),
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

/** Why an upload failed, each with its meaning (contract 5). */
export const assetFailures = {
  type_differs: 'The content does not match the kind of the message or the `Content-Type`.',
  undecodable: 'The content is damaged.',
  too_large: 'The file has more bytes than its kind allows.',
  too_many_pixels: 'The image has too many pixels, or needs more memory or time than the service has for one image.',
  not_uploaded: 'Nothing was uploaded in time.',
} as const;
export type AssetFailure = keyof typeof assetFailures;
export const ASSET_FAILURES = Object.keys(assetFailures) as readonly AssetFailure[];

const typesOf = (kind: AssetKind): Readonly<Record<string, AssetType>> => assetKinds[kind].types;

export const isAssetKind = (kind: string): kind is AssetKind => Object.hasOwn(assetKinds, kind);

/** Media types that an upload of the kind may name, without their aliases. */
export const acceptedTypes = (kind: AssetKind): readonly string[] => Object.keys(typesOf(kind));

/** Media types of all kinds, each once. */
export const ALL_ASSET_TYPES: readonly string[] = ASSET_KINDS.flatMap(acceptedTypes);

/** The type of the table that a media type, or one of its aliases, names for a kind; undefined: it is refused. */
export function assetTypeOf(kind: AssetKind, header: string | undefined): string | undefined {
  const named = header?.split(';')[0]?.trim().toLowerCase() ?? '';
  return Object.entries(typesOf(kind)).find(([type, { aliases }]) => type === named || aliases.includes(named))?.[0];
}

/** Types of the table, each with what detection may return for it: the named type, or all of the kind. */
export const detectable = (kind: AssetKind, named?: string): readonly (readonly [string, readonly string[]])[] =>
  Object.entries(typesOf(kind))
    .filter(([type]) => type === (named ?? type))
    .map(([type, { detected }]) => [type, detected]);

export const extensionOf = (type: string): string =>
  ASSET_KINDS.map((kind) => typesOf(kind)[type]?.extension).find((found) => found !== undefined) ?? 'bin';

/** A row of the documentation: kind, types and bytes. */
export const describedKinds = (): readonly { kind: AssetKind; types: string; mebibytes: number }[] =>
  ASSET_KINDS.map((kind) => ({
    kind,
    types: Object.values(typesOf(kind))
      .map(({ name }) => name)
      .join(', '),
    mebibytes: assetKinds[kind].maxBytes / MIB,
  }));

const BYTES = Object.fromEntries(describedKinds().map(({ kind, mebibytes }) => [kind, mebibytes]));

/** For texts of the API. */
export const assetBytesText = `An image has at most ${BYTES.IMAGE} MiB, an audio file ${BYTES.AUDIO} MiB, a video ${BYTES.VIDEO} MiB.`;
