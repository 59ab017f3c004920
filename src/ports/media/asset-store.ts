import { token } from '../../kernel/token.js';

/** Names a file of an asset. Tenant and message are UUIDs; `name` is a word of lower-case letters, digits and `-`. */
export interface AssetFile {
  readonly tenantId: string;
  readonly messageId: string;
  readonly name: string;
}

/** First and last byte, both inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export type Bytes = AsyncIterable<Uint8Array>;

/** Files of assets, streamed. Every call throws StoreUnavailable where the store does not answer. */
export interface AssetStore {
  /**
   * Stores the file under its name and replaces an earlier one. Durable when the promise resolves. A source that
   * throws, or that does not have `size` bytes, leaves nothing; the promise is rejected with its error.
   */
  put(file: AssetFile, source: Bytes, size: number): Promise<void>;
  /** The bytes of the file, or of a range of it, read on demand. undefined when the file does not exist. */
  open(file: AssetFile, range?: ByteRange): Promise<Bytes | undefined>;
  /** Names of all files of the message. */
  names(message: Omit<AssetFile, 'name'>): Promise<readonly string[]>;
  /** Does nothing when the file does not exist. */
  remove(file: AssetFile): Promise<void>;
  /** Removes at most `most` files of a tenant that was deleted. Returns their number; fewer than `most`: none is left. */
  removeOf(tenantId: string, most: number): Promise<number>;
  /** Removes what uploads that were killed left a day ago. */
  sweep(): Promise<void>;
}

export const ASSET_STORE = token<AssetStore>('AssetStore');
