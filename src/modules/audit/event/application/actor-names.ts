import { apiKeysOf } from '../../../../../projections/api-key/reads.js';
import type { AuditEntry } from '../../../../../projections/audit-event/projection.js';
import { rosterKey, rosterOf } from '../../../../../projections/participant-roster/reads.js';
import { usersOf } from '../../../../../projections/user/reads.js';
import { type ActorKind, actorOf } from '../../../../kernel/caller.js';
import type { DocumentStore } from '../../../../ports/stores/document-store.js';
import type { User } from '../../../people/user/domain/user.resource.js';

type Named = Pick<AuditEntry, 'actor' | 'conversationId'>;

const userName = ({ firstname, lastname, email }: Pick<User, 'firstname' | 'lastname' | 'email'>): string =>
  [firstname, lastname].filter((part) => part !== undefined).join(' ') || email;

interface Sought {
  readonly documents: DocumentStore;
  readonly tenantId: string;
  readonly id: string;
  readonly conversationId: string | undefined;
}

const names: Readonly<Partial<Record<ActorKind, (sought: Sought) => Promise<string | undefined>>>> = {
  USER: async ({ documents, tenantId, id }) => {
    const user = await usersOf(documents, tenantId).get(id);
    return user && userName(user.value);
  },
  CLIENT: async ({ documents, tenantId, id, conversationId = '' }) =>
    (await rosterOf(documents, tenantId).get(rosterKey(conversationId, id)))?.displayName,
  API_KEY: async ({ documents, tenantId, id }) => (await apiKeysOf(documents, tenantId).get(id))?.value.name,
};

/** Names of actors as they are now; who is deleted or erased has none. Each is looked up once. */
export class ActorNames {
  private readonly known = new Map<string, string | undefined>();

  constructor(private readonly source: Pick<Sought, 'documents' | 'tenantId'>) {}

  async of(entry: Named): Promise<string | undefined> {
    const key = `${entry.actor} ${entry.conversationId ?? ''}`;
    if (!this.known.has(key)) this.known.set(key, await this.lookUp(entry));
    return this.known.get(key);
  }

  private async lookUp({ actor, conversationId }: Named): Promise<string | undefined> {
    const { kind, id } = actorOf(actor);
    return id === undefined ? undefined : names[kind]?.({ ...this.source, id, conversationId });
  }
}
