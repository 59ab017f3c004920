import type { Service } from '../../fixtures/caller.js';
import { createTenant } from '../../fixtures/tenant.js';
import type { Random } from '../../support/random.js';
import type { PublishedEvent, Wish } from './wish.js';

export const TYPE = 'support';
/** A type with a schema, so that data are validated. */
export const VALIDATED_TYPE = 'case';

/** A tenant that the load writes to. */
export interface LoadTenant {
  readonly tenantId: string;
  /** The owner's access token. */
  readonly token: string;
  /** Another user. */
  readonly mate: { readonly id: string; readonly token: string };
  readonly apiKey: string;
}

/** A conversation that was answered as opened. */
export interface Room {
  readonly tenant: LoadTenant;
  readonly id: string;
  readonly clients: string[];
  /** Messages that nobody deletes yet. */
  readonly messages: string[];
  lastSequence: number;
}

const LATELY = 40;

/** What the load knows of the service: only what was acknowledged. */
export class World {
  readonly tenants: LoadTenant[] = [];
  private readonly rooms = new Map<string, Room>();

  constructor(readonly random: Random) {}

  /** Lately opened ones, and a few that everybody talks in. */
  room(): Room | undefined {
    const all = [...this.rooms.values()];
    return this.random.one(this.random.chance(0.3) ? all.slice(0, 5) : all.slice(-LATELY));
  }

  everyRoom(): readonly Room[] {
    return [...this.rooms.values()];
  }

  /** It is about to be archived: nothing more is asked of it. */
  leave(room: Room): void {
    this.rooms.delete(nameOf(room.tenant.tenantId, room.id));
  }

  learn({ kind, tenantId, conversationId = '', about }: Wish, { id, sequence = 0 }: PublishedEvent): void {
    const tenant = this.tenants.find((each) => each.tenantId === tenantId);
    if (!tenant) return;
    if (kind === 'open' || kind === 'put') {
      const clients = Array.from({ length: about?.joining ?? 0 }, (_, i) => `p${i}`);
      this.rooms.set(nameOf(tenantId, conversationId), {
        tenant,
        id: conversationId,
        clients,
        messages: [],
        lastSequence: 0,
      });
    }
    const room = this.rooms.get(nameOf(tenantId, conversationId));
    if (!room) return;
    if (kind === 'join' && about?.id) room.clients.push(about.id);
    if (kind === 'message' && id) {
      room.messages.push(id);
      room.lastSequence = Math.max(room.lastSequence, sequence);
    }
  }
}

const nameOf = (tenantId: string, id: string) => `${tenantId}/${id}`;

/** A tenant with an owner, a user, an API key and two conversation types. */
export async function createLoadTenant(service: Service, name: string): Promise<LoadTenant> {
  const schema = { type: 'object', properties: { mark: { type: 'string' } } };
  const validated = { conversation_data_schema: schema, conversation_data_list_item_template: '{{ mark }}' };
  const tenant = await createTenant(service, name, { types: [{ id: TYPE }, { id: VALIDATED_TYPE, ...validated }] });
  return {
    tenantId: tenant.tenantId,
    token: tenant.owner.token,
    mate: await tenant.user('mate'),
    apiKey: (await tenant.apiKey({ name: 'load' })).token,
  };
}
