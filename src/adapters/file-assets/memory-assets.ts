import { assetPath, messagePath, tenantPath } from '../../ports/media/asset-path.js';
import type { AssetFile, AssetStore, ByteRange, Bytes } from '../../ports/media/asset-store.js';
import { SourceFailed, whole } from '../../ports/media/whole-source.js';

/** For a service that keeps nothing, as in its tests. */
export class MemoryAssets implements AssetStore {
  private readonly kept = new Map<string, Buffer>();

  async put(file: AssetFile, source: Bytes, size: number): Promise<void> {
    const chunks: Uint8Array[] = [];
    try {
      for await (const chunk of whole(source, size)) chunks.push(Uint8Array.from(chunk));
    } catch (error) {
      throw error instanceof SourceFailed ? error.cause : error;
    }
    this.kept.set(assetPath(file), Buffer.concat(chunks));
  }

  async open(file: AssetFile, range?: ByteRange): Promise<Bytes | undefined> {
    const found = this.kept.get(assetPath(file));
    return found && chunksOf(range ? found.subarray(range.first, range.last + 1) : found);
  }

  async names(message: Omit<AssetFile, 'name'>): Promise<readonly string[]> {
    const prefix = `${messagePath(message)}/`;
    return [...this.kept.keys()].filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
  }

  async remove(file: AssetFile): Promise<void> {
    this.kept.delete(assetPath(file));
  }

  async removeOf(tenantId: string, most: number): Promise<number> {
    const prefix = `${tenantPath(tenantId)}/`;
    const paths = [...this.kept.keys()].filter((path) => path.startsWith(prefix)).slice(0, most);
    for (const path of paths) this.kept.delete(path);
    return paths.length;
  }

  async sweep(): Promise<void> {}
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
