import { ALL_ASSET_TYPES, ASSET_KINDS, type AssetKind, assetTypeOf } from '../../src/catalogue/assets.js';

/** The kind of message that a file makes. Undefined: the service takes no file of this type. */
export const kindOfFile = ({ type }: { readonly type: string }): AssetKind | undefined =>
  ASSET_KINDS.find((kind) => assetTypeOf(kind, type) !== undefined);

/** Types that the dialog for a file offers. */
export const ACCEPTED = ALL_ASSET_TYPES.join(',');
