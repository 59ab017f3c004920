import { type OperationalKind, operationalRetention } from '../../catalogue/retention.js';
import type { AnyProjection } from '../../kernel/projection.js';
import type { Mailer } from '../../ports/delivery/mailer.js';
import type { SmsOutbox } from '../../ports/delivery/sms.js';
import type { AssetStore } from '../../ports/media/asset-store.js';
import type { Blobs } from '../../ports/stores/blobs.js';
import type { DocumentStore } from '../../ports/stores/document-store.js';
import type { Entry, OperationalStore } from '../../ports/stores/operational-store.js';
import { tenantDocuments } from '../read-models/erasing/tenant-documents.js';

const PAGE = 100;

/** Entries that stay: the marks of ended keys, and the hashes of the log, which has the events of the tenant. */
const KEPT: readonly string[] = ['data-key', 'log-tree'];
const KINDS = (Object.keys(operationalRetention) as OperationalKind[]).filter((kind) => !KEPT.includes(kind));

interface OutboxFile {
  readonly id: string;
  readonly channel: 'SMS' | 'EMAIL';
}

export interface TenantStores {
  readonly operations: OperationalStore;
  readonly documents: DocumentStore;
  readonly projections: readonly AnyProjection[];
  readonly blobs: Blobs;
  readonly assets: AssetStore;
  readonly mails: Required<Mailer>;
  readonly sms: SmsOutbox;
}

/** All that the stores keep of a tenant outside of the log. */
export class TenantData {
  constructor(private readonly stores: TenantStores) {}

  /** Whether a read model of this version has a document of the tenant. */
  async hasDocuments(tenantId: string): Promise<boolean> {
    const { documents, projections } = this.stores;
    return (await tenantDocuments(documents, tenantId, projections, 1)).length > 0;
  }

  /** Removes entries of the operational store, files of the outbox, blobs and assets. Yields the number after each page. */
  async *remove(tenantId: string): AsyncGenerator<number> {
    const { blobs, assets } = this.stores;
    for (const kind of KINDS) yield* pages(() => this.removeEntries(tenantId, kind));
    yield* pages(() => blobs.removeOf(tenantId, PAGE));
    yield* pages(() => assets.removeOf(tenantId, PAGE));
  }

  /** Nothing that was removed is left in the files of the stores. */
  async purge(): Promise<void> {
    await this.stores.operations.purge();
    await this.stores.documents.purge();
  }

  private async removeEntries(tenantId: string, name: OperationalKind): Promise<number> {
    const { operations } = this.stores;
    const page = await operations.list(tenantId, name, '', PAGE);
    if (name === 'outbox-file') for (const entry of page) await this.discard(entry as Entry<OutboxFile>);
    await Promise.all(page.map(({ key }) => operations.remove(key, undefined, { relaxed: true })));
    return page.length;
  }

  private async discard({ value: { id, channel } }: Entry<OutboxFile>): Promise<void> {
    const { mails, sms } = this.stores;
    if (channel === 'SMS') await sms.discard(id);
    else await mails.discard(id);
  }
}

async function* pages(remove: () => Promise<number>): AsyncGenerator<number> {
  for (;;) {
    const removed = await remove();
    if (removed > 0) yield removed;
    if (removed < PAGE) return;
  }
}
