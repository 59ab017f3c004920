import type { Client } from './client.js';
import type { Random } from './random.js';
import type { PublishedEvent, Wish } from './wish.js';

export const PASSWORD = 'a quiet green river';
export const TYPE = 'support';
/** With a schema, so that data are judged. */
export const JUDGED_TYPE = 'case';

export interface Tenant {
  readonly tenantId: string;
  readonly token: string;
  readonly ownerId: string;
  /** The owner's, whose password is the one of everybody. */
  readonly username: string;
  /** Another user. */
  readonly mate: { readonly id: string; readonly token: string };
  readonly apiKey: string;
}

/** A conversation that was answered as opened. */
export interface Room {
  readonly tenant: Tenant;
  readonly id: string;
  readonly clients: string[];
  /** Messages that nobody deletes yet. */
  readonly messages: string[];
  lastSequence: number;
}

const LATELY = 40;

/** What the load knows of the service: only what was acknowledged. */
export class World {
  readonly tenants: Tenant[] = [];
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
export async function found(client: Client, name: string): Promise<Tenant> {
  const made = async (path: string, body: object, token?: string) => {
    const answer = await client.ask({ method: 'POST', path, body, ...(token === undefined ? {} : { token }) });
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const signIn = async (tenantId: string, username: string): Promise<string> => {
    const form = { grant_type: 'password', username, password: PASSWORD };
    const { status, body } = await client.ask({ method: 'POST', path: `/auth/${tenantId}/oauth2/token`, form });
    if (status !== 200) throw new Error(`sign-in of ${username}: ${status} ${JSON.stringify(body)}`);
    return body.access_token;
  };
  const owner = { user_email: `owner@${name}.example`, user_password: PASSWORD };
  const { tenant_id: tenantId, user_id: ownerId } = await made('/signup', {
    tenant_name: name,
    tenant_subdomain: name,
    ...owner,
  });
  const token = await signIn(tenantId, owner.user_email);
  const email = `mate@${name}.example`;
  const mate = await made('/users', { email, password: PASSWORD }, token);
  const { api_key: apiKey } = await made('/api-keys', { name: 'load' }, token);
  await made('/conversation-types', { id: TYPE, conversation_data_list_item_template: '' }, token);
  const schema = { type: 'object', properties: { mark: { type: 'string' } } };
  const judged = { conversation_data_schema: schema, conversation_data_list_item_template: '{{ mark }}' };
  await made('/conversation-types', { id: JUDGED_TYPE, ...judged }, token);
  const username = owner.user_email;
  return { tenantId, token, ownerId, username, mate: { id: mate.id, token: await signIn(tenantId, email) }, apiKey };
}
