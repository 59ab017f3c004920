import { projection } from '../../src/kernel/projection.js';
import type { ReservationEvent } from '../../src/kernel/reservation.js';
import { NO_TENANT, parseInnerId, parseStreamName } from '../../src/kernel/stream.js';

/** The holder of a name that is unique over all tenants: `subdomain.acme`, `domain.chat.acme.example`. */
export interface DirectoryEntry {
  readonly holder: string;
}

const KINDS = ['subdomain', 'domain'];

/** The holders of subdomains and domains, under no tenant. A holder may be reserved for before it exists. */
export const domainDirectory = projection<DirectoryEntry, ReservationEvent>({
  name: 'domain-directory',
  version: 1,
  erasedWith: 'never',
  fields: {},
  indexes: [],
  key({ meta }) {
    const { tenantId, id } = parseStreamName(meta.stream);
    return tenantId === NO_TENANT && KINDS.includes(parseInnerId(id)[0]) ? id : undefined;
  },
  on: {
    Reserved: (_, { data }) => ({ holder: data.holder }),
    Released: () => undefined,
  },
});
