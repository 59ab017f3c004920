import { createHash } from 'node:crypto';
import { NO_TENANT } from '../../../kernel/stream.js';
import type { OperationalStore } from '../../../ports/stores/operational-store.js';
import { parseConnectionUrl, STREAM_PREFIX, setting } from '../connection-url.js';
import type { KeptPlaces, PlaceStore } from './log-places.js';

/** The places of a log in the operational store, under its stream prefix and the names of its servers. */
export function keptPlaces(url: string, operations: OperationalStore): PlaceStore {
  const parsed = parseConnectionUrl(url);
  const name = [setting(parsed, STREAM_PREFIX) ?? '', ...parsed.hosts.toSorted()].join(' ');
  const id = createHash('sha256').update(name).digest('hex').slice(0, 32);
  const key = { tenantId: NO_TENANT, kind: 'log-place', id };
  return {
    load: async () => (await operations.get<KeptPlaces>(key))?.value,
    async keep(places) {
      await operations.put(key, places, { relaxed: true });
    },
  };
}
