const MIB = 1_048_576;

/** Bounds of uploads and downloads of assets. `catalogue/assets.ts` has types and bytes by kind. */
export const assetLimits = {
  /** Minutes after the post of a message in which its asset can be uploaded. */
  uploadMinutes: 15,
  /** Minutes that a download URL is valid. */
  downloadMinutes: 15,
  /** Pixels of an image, all frames together. */
  imagePixels: 120_000_000,
  /** Pixels of an image that is kept in its full size. A larger one is halved in both directions while it is decoded. */
  fullSizePixels: 50_000_000,
  /** Width and height of a thumbnail at most. */
  thumbnailPixels: 320,
  /** Bytes a second that an upload has on average at least. */
  uploadBytesPerSecond: 16_384,
  /** First seconds of an upload, which do not count for its average. */
  uploadGraceSeconds: 20,
  /** Uploads that one process receives bytes of at the same time. */
  uploadsAtOnce: 256,
  /** Uploads of one tenant that one process receives at the same time. */
  uploadsAtOncePerTenant: 64,
  /** Bytes that arrived of all uploads that one process receives at once. */
  uploadBytesAtOnce: 12_800 * MIB,
  /** Bytes that arrived of the uploads of one tenant that one process receives at once. */
  uploadBytesAtOncePerTenant: 6_400 * MIB,
  /** Downloads that one process sends at the same time. */
  downloadsAtOnce: 1_024,
  /** Downloads of one tenant that one process sends at the same time. */
  downloadsAtOncePerTenant: 256,
} as const;
