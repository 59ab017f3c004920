import { Inject, Injectable } from '@nestjs/common';
import type { AssetFailure, AssetKind } from '../../../../catalogue/assets.js';
import type { OperationalKind } from '../../../../catalogue/retention.js';
import { epochMs, type Instant, later, SECOND } from '../../../../kernel/instant.js';
import { reject } from '../../../../kernel/rejection.js';
import { innerId, parseInnerId } from '../../../../kernel/stream.js';
import type { AssetOwner } from '../../../../ports/media/asset-links.js';
import type { UploadTicket } from '../../../../ports/media/signed-asset-links.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../../ports/process/clock.js';
import {
  type DuePlace,
  type Entry,
  OPERATIONAL_STORE,
  type OperationalKey,
  type OperationalStore,
} from '../../../../ports/stores/operational-store.js';

const UPLOAD = 'asset-upload' satisfies OperationalKind;

/** An upload without a sign of life for this long was killed, and another request may take its place. */
const KILLED_SECONDS = 30;

/**
 * The state of the upload of an asset:
 * - `awaiting`, `receiving`: it fails when it is due
 * - `expired`: the failure is about to be decided
 * - `received`: the file `file` waits for its processing
 * - `deleted`: the files of the message are about to be removed
 * - `ended`: it stays until its URL expires, so that the URL is used once
 */
export interface UploadRecord {
  readonly state: 'awaiting' | 'receiving' | 'received' | 'expired' | 'deleted' | 'ended';
  readonly kind: AssetKind;
  readonly expires: Instant;
  /** Name of the file of the request that uploads or uploaded it. */
  readonly file?: string;
  readonly type?: string;
  readonly size?: number;
  /** Last sign of life of the request. */
  readonly aliveAt?: Instant;
  /** Attempts to process it that failed for reasons of the service. */
  readonly attempts?: number;
  readonly isDeleted?: true;
  /** Why the last request for it was refused. */
  readonly refused?: AssetFailure;
}

export type UploadEntry = Entry<UploadRecord>;

export const ownerOf = ({ key: { tenantId, id } }: UploadEntry): AssetOwner => {
  const [conversationId, messageId] = parseInnerId(id);
  return { tenantId, conversationId, messageId };
};

const keyOf = ({ tenantId, conversationId, messageId }: AssetOwner): OperationalKey => ({
  tenantId,
  kind: UPLOAD,
  id: innerId(conversationId, messageId),
});

/** The uploads of all tenants. Every change is a compare-and-set, so that one of two requests wins. */
@Injectable()
export class UploadRecords {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /** Does nothing where a request came earlier. */
  async expect(owner: AssetOwner, kind: AssetKind, expires: Instant): Promise<void> {
    await this.operations.put<UploadRecord>(
      keyOf(owner),
      { state: 'awaiting', kind, expires },
      { expected: 0, due: expires },
    );
  }

  /** The upload for this request alone. @throws Rejection 404, 409 */
  async claim(ticket: UploadTicket, type: string | undefined): Promise<UploadEntry> {
    const key = keyOf(ticket);
    const { kind, expires } = ticket;
    const file = `upload-${this.ids.next()}`;
    const named = type === undefined ? {} : { type };
    const value: UploadRecord = { state: 'receiving', kind, expires, ...named, file, aliveAt: this.clock.now() };
    for (;;) {
      const found = await this.operations.get<UploadRecord>(key);
      if (found) this.assertFree(found.value);
      const revision = found?.revision ?? 0;
      const isOurs = await this.operations.put(key, value, { expected: revision, due: expires });
      if (isOurs) return { key, value, revision: revision + 1, due: expires };
    }
  }

  /** Remembers why nothing was uploaded, where nothing else is. A request that was quicker wins. */
  async noteTooLarge(ticket: UploadTicket): Promise<void> {
    const { kind, expires } = ticket;
    const key = keyOf(ticket);
    const found = await this.operations.get<UploadRecord>(key);
    if (found && found.value.state !== 'awaiting') return;
    const value: UploadRecord = { state: 'awaiting', kind, expires, refused: 'too_large' };
    await this.operations.put(key, value, { expected: found?.revision ?? 0, due: expires });
  }

  /** undefined: another request, the deletion of the message or the end of its time was quicker. */
  async move(entry: UploadEntry, change: Partial<UploadRecord>, due: Instant): Promise<UploadEntry | undefined> {
    const value = { ...entry.value, ...change };
    const isMoved = await this.operations.put(entry.key, value, { expected: entry.revision, due });
    return isMoved ? { ...entry, value, revision: entry.revision + 1, due } : undefined;
  }

  /** A request still receives its bytes. */
  alive(entry: UploadEntry): Promise<UploadEntry | undefined> {
    return this.move(entry, { aliveAt: this.clock.now() }, entry.value.expires);
  }

  /** The bytes are durable; they are processed next. */
  received(entry: UploadEntry, size: number): Promise<UploadEntry | undefined> {
    return this.move(entry, { state: 'received', size }, this.clock.now());
  }

  /** Another request may upload until the URL expires. */
  async giveBack(entry: UploadEntry): Promise<void> {
    const { kind, expires } = entry.value;
    const value: UploadRecord = { state: 'awaiting', kind, expires };
    await this.operations.put(entry.key, value, { expected: entry.revision, due: expires });
  }

  /** Has the files of a deleted message removed, for any state of its upload. */
  async deleted(owner: AssetOwner): Promise<void> {
    const key = keyOf(owner);
    for (;;) {
      const found = await this.operations.get<UploadRecord>(key);
      const { kind, expires } = found?.value ?? { kind: 'IMAGE', expires: this.clock.now() };
      const value: UploadRecord = { state: 'deleted', kind, expires, isDeleted: true };
      if (await this.operations.put(key, value, { expected: found?.revision ?? 0, due: this.clock.now() })) return;
    }
  }

  /** Nothing is left to do but to refuse another use of the URL. */
  async end(entry: UploadEntry): Promise<void> {
    const now = this.clock.now();
    if (entry.value.expires <= now) await this.operations.remove(entry.key, entry.revision);
    else await this.move(entry, { state: 'ended' }, later(entry.value.expires, now));
  }

  due(limit: number, after?: DuePlace): Promise<readonly UploadEntry[]> {
    return this.operations.due<UploadRecord>(UPLOAD, this.clock.now(), limit, after);
  }

  get(key: OperationalKey): Promise<UploadEntry | undefined> {
    return this.operations.get<UploadRecord>(key);
  }

  private assertFree({ state, aliveAt, isDeleted }: UploadRecord): void {
    if (isDeleted) reject('errors.asset.not_found');
    if (state === 'awaiting') return;
    if (state !== 'receiving' || !aliveAt) reject('errors.asset.already_uploaded');
    const silentMs = epochMs(this.clock.now()) - epochMs(aliveAt ?? this.clock.now());
    if (silentMs < KILLED_SECONDS * SECOND) reject('errors.asset.upload_in_progress');
  }
}

/** The claim of a request that receives bytes, kept alive. Its changes come one after the other. */
export class LiveClaim {
  private entry: Promise<UploadEntry | undefined>;

  constructor(
    claimed: UploadEntry,
    private readonly records: UploadRecords,
  ) {
    this.entry = Promise.resolve(claimed);
  }

  /** False: the claim is lost. */
  async renew(): Promise<boolean> {
    this.entry = this.entry.then((entry) => entry && this.records.alive(entry));
    return (await this.entry) !== undefined;
  }

  /** undefined: the claim is lost. */
  current(): Promise<UploadEntry | undefined> {
    return this.entry;
  }
}
