import type { AnyProjection } from '../../../kernel/projection.js';
import type { DocumentStore } from '../../../ports/stores/document-store.js';

/** Documents of all read models that an event of the erasure of a tenant removes. */
const STEP = 400;

export interface TenantDocument {
  readonly projection: AnyProjection;
  readonly key: string;
}

/** The next documents of a tenant, of any of the read models; empty where none is left. */
export async function tenantDocuments(
  documents: DocumentStore,
  tenantId: string,
  projections: readonly AnyProjection[],
  most: number = STEP,
): Promise<readonly TenantDocument[]> {
  const found: TenantDocument[] = [];
  for (const projection of projections) {
    if (found.length >= most) break;
    const { keys } = await documents.reader(projection, tenantId).find({ limit: most - found.length });
    found.push(...keys.map((key) => ({ projection, key })));
  }
  return found;
}
