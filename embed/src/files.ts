import {
  ALL_ASSET_TYPES,
  ASSET_KINDS,
  type AssetKind,
  acceptedTypes,
  assetTypeOf,
  extensionOf,
} from '../../src/catalogue/assets.js';

/** A file with the kind of message that it makes. */
export interface SentFile {
  readonly kind: AssetKind;
  readonly file: File;
}

/** Types that the dialog for a file offers. */
export const ACCEPTED = ALL_ASSET_TYPES.join(',');

/** Media type by the ending of the name, for files to which the system gives none. */
function typeByName(name: string): string {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase();
  if (ending === 'jpeg') return 'image/jpeg';
  return ALL_ASSET_TYPES.find((type) => extensionOf(type) === ending) ?? '';
}

/** Undefined: the service takes no file of this type. A recording of the microphone may be `audio/webm;codecs=opus`. */
export function sentFileOf(file: File): SentFile | undefined {
  const named = file.type === '' ? typeByName(file.name) : file.type;
  for (const kind of ASSET_KINDS) {
    const type = assetTypeOf(kind, named);
    if (type === undefined) continue;
    const isPlain = file.type === type || acceptedTypes(kind).includes(file.type);
    return { kind, file: isPlain ? file : new File([file], file.name, { type, lastModified: file.lastModified }) };
  }
  return undefined;
}
