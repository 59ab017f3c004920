const MIB = 1_048_576;

/** Bounds of uploads and downloads of assets. `catalogue/assets.ts` has types and bytes by kind. */
export const assetLimits = {
  /** Minutes after the post of a message in which its asset can be uploaded. */
  uploadMinutes: 15,
  /** Minutes that a download URL is good for. */
  downloadMinutes: 15,
  /** Pixels of an image, all frames together. */
  imagePixels: 50_000_000,
  /** Width and height of a thumbnail at most. */
  thumbnailPixels: 320,
  /** Bytes a second that an upload has on average at least, after its first 20 seconds. */
  uploadBytesPerSecond: 16_384,
  uploadGraceSeconds: 20,
  /** Uploads that one process receives at once, of all tenants and of one. */
  uploadsAtOnce: 256,
  uploadsAtOncePerTenant: 64,
  /** Bytes of these uploads. */
  uploadBytesAtOnce: 12_800 * MIB,
  uploadBytesAtOncePerTenant: 6_400 * MIB,
  /** Downloads that one process sends at once, of all tenants and of one. */
  downloadsAtOnce: 1_024,
  downloadsAtOncePerTenant: 256,
} as const;
