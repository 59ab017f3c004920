import { Inject, Injectable } from '@nestjs/common';
import { ASSET_STORE, type AssetStore, type Bytes } from '../../../../ports/media/asset-store.js';
import { StoreUnavailable } from '../../../../ports/stores/event-store.js';
import { openPart, sealPart } from './sealed-part.js';

/** Names the file of an export. */
export interface ExportFile {
  readonly tenantId: string;
  readonly id: string;
}

const nameOf = (number: number): string => `part-${number}`;

async function* once(bytes: Uint8Array): Bytes {
  yield bytes;
}

/** Files of exports in the asset store: sealed parts of a few MiB. */
@Injectable()
export class ExportFiles {
  constructor(@Inject(ASSET_STORE) private readonly store: AssetStore) {}

  /** @throws StoreUnavailable */
  async write(
    { tenantId, id, key }: ExportFile & { readonly key: string },
    number: number,
    content: Uint8Array,
  ): Promise<void> {
    const sealed = sealPart(key, content);
    await this.store.put({ tenantId, messageId: id, name: nameOf(number) }, once(sealed), sealed.length);
  }

  /** The content of the parts, each with its key. @throws StoreUnavailable where one is missing or damaged */
  async *read({ tenantId, id, keys }: ExportFile & { readonly keys: readonly string[] }): Bytes {
    for (const [number, key] of keys.entries()) {
      const bytes = await this.store.open({ tenantId, messageId: id, name: nameOf(number) });
      if (!bytes) throw new StoreUnavailable('A part of an export is missing');
      const chunks: Uint8Array[] = [];
      for await (const chunk of bytes) chunks.push(chunk);
      yield opened(key, Buffer.concat(chunks));
    }
  }

  /** Removes the file and what broken attempts left of it. */
  async remove(tenantId: string, id: string): Promise<void> {
    for (const name of await this.store.names({ tenantId, messageId: id })) {
      await this.store.remove({ tenantId, messageId: id, name });
    }
  }
}

function opened(key: string, sealed: Buffer): Buffer {
  try {
    return openPart(key, sealed);
  } catch (cause) {
    throw new StoreUnavailable('A part of an export is damaged', { cause });
  }
}
