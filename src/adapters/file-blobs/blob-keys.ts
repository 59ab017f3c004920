import { randomBytes } from 'node:crypto';
import type { DataKeys, KeySubject, Sealed } from '../../ports/stores/data-keys.js';

const TENANT: readonly KeySubject[] = [{ kind: 'tenant' }];
/** Characters of each half of a name: 128 bits. */
const HALF = 32;
const KEY_BYTES = 32;

/** The key of a blob's bytes, and that key sealed with the key of the conversation. */
export interface BlobKey {
  readonly key: Buffer;
  readonly sealed: Sealed;
}

/** A blob is bound to its name and its size, so that one with less or other bytes does not open. */
const boundTo = (name: string, bytes: number): string => `blob:${name}:${bytes}`;

const hexOf = (base64url: string): string => Buffer.from(base64url, 'base64url').toString('hex').slice(0, HALF);

/** Names and keys of blobs. Without the key of the tenant nobody finds out from a name what a value is, or whose. */
export class BlobKeys {
  constructor(private readonly keys: DataKeys) {}

  /** The beginning of the names of all blobs of a conversation. */
  async groupOf(tenantId: string, conversationId: string): Promise<string> {
    await this.keys.prepare(tenantId, TENANT);
    return hexOf(this.keys.preparedMac(tenantId, 'blob-conversation', conversationId));
  }

  /** @param digest SHA-256 of the bytes */
  async nameOf(tenantId: string, conversationId: string, digest: string): Promise<string> {
    const group = await this.groupOf(tenantId, conversationId);
    return group + hexOf(this.keys.preparedMac(tenantId, 'blob-value', `${conversationId}/${digest}`));
  }

  /** A new key, which ends with the conversation. */
  async make(tenantId: string, conversationId: string, name: string, bytes: number): Promise<BlobKey> {
    const subject = { kind: 'conversation', id: conversationId } as const;
    await this.keys.prepare(tenantId, [subject]);
    const key = randomBytes(KEY_BYTES);
    const sealed = this.keys.seal(tenantId, subject, key.toString('base64'), boundTo(name, bytes));
    return { key, sealed };
  }

  /** undefined: the conversation was erased. @throws Error when the key is lost, or the blob was changed */
  async open(tenantId: string, name: string, bytes: number, sealed: Sealed): Promise<Buffer | undefined> {
    if (!this.keys.has(tenantId, sealed.k)) await this.keys.load(tenantId, [sealed.k]);
    const opened = this.keys.open(tenantId, sealed, boundTo(name, bytes));
    if (opened.state === 'open') return Buffer.from(opened.text, 'base64');
    if (opened.state === 'erased') return undefined;
    throw new Error(`The key ${sealed.k} of the blob ${name} is ${opened.state}.`);
  }
}
