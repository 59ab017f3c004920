import { signUpBody } from '../../fixtures/tenant.js';
import { PASSWORD } from '../../fixtures/tokens.js';
import type { Random } from '../../support/random.js';
import type { Kind, Wish } from './wish.js';
import { type LoadTenant, type Room, TYPE, VALIDATED_TYPE, type World } from './world.js';

/** What a maker knows of the wish it makes. */
interface Making {
  readonly n: number;
  readonly mark: string;
  readonly random: Random;
  readonly world: World;
  readonly tenant: LoadTenant;
  readonly room: Room;
}

type Made = Pick<Wish, 'method' | 'path'> &
  Partial<Pick<Wish, 'body' | 'headers' | 'token' | 'apiKey' | 'mark' | 'about' | 'conversationId' | 'repeatable'>>;

interface Maker {
  /** How often, against the others. */
  readonly weight: number;
  readonly needsRoom: boolean;
  /** undefined: not now. */
  make(making: Making): Made | undefined;
}

const SAID = 'the heating hums all night rain falls on quiet roofs and nobody sleeps before morning comes'.split(' ');
const LARGE = 140_000;
const DAY_MS = 86_400_000;

const said = ({ mark, random }: Making): string =>
  [mark, ...Array.from({ length: random.between(1, 8) }, () => random.one(SAID))].join(' ');

const keyed = ({ mark }: Making) => ({ headers: { 'idempotency-key': `key-${mark}` }, repeatable: true });
const sometimes = (making: Making, probability: number): Partial<ReturnType<typeof keyed>> =>
  making.random.chance(probability) ? keyed(making) : {};

const below = (room: Room, path = '') => ({ path: `/conversations/${room.id}${path}`, conversationId: room.id });

/** Posts with a key, a source id, both or neither; as a client, or as whoever asks and may have to join first. */
function message(making: Making): Made {
  const { mark, random, room, tenant } = making;
  const as = random.next();
  const participant = as < 0.8 ? { participant_id: random.one(room.clients) } : {};
  const key = sometimes(making, 0.4);
  const source = random.chance(0.4) ? { source_id: `source-${mark}` } : {};
  return {
    method: 'POST',
    ...below(room, '/messages'),
    ...(as < 0.1 ? { apiKey: tenant.apiKey } : { token: as > 0.9 ? tenant.mate.token : tenant.token }),
    body: { kind: 'TEXT', text: said(making), ...participant, ...source },
    headers: { ...key.headers, ...(random.chance(0.3) ? { prefer: 'wait' } : {}) },
    repeatable: key.repeatable === true || 'source_id' in source,
  };
}

function opening(making: Making, id: string): Made {
  const joining = making.random.between(1, 4);
  const participants = Array.from({ length: joining }, (_, i) => ({
    id: `p${i}`,
    kind: 'CLIENT',
    display_name: `P${i}`,
  }));
  const conversation_type_id = making.random.chance(0.2) ? VALIDATED_TYPE : TYPE;
  const body = { id, conversation_type_id, description: said(making), participants };
  return { method: 'POST', path: '/conversations', conversationId: id, body, about: { joining } };
}

function lock(making: Making): Made {
  const { mark, random, room, tenant } = making;
  const short = random.chance(0.5);
  const until = new Date(Date.now() + (short ? random.between(1_500, 2_500) : 10 * DAY_MS));
  return {
    method: 'POST',
    ...below(room, '/lock'),
    token: random.chance(0.2) ? tenant.mate.token : tenant.token,
    body: { lock_expires_at: until.toISOString(), lock_note: mark },
    ...(short ? {} : sometimes(making, 0.6)),
  };
}

function seen({ random, room, n }: Making): Made | undefined {
  const id = random.one(room.clients);
  const sequence = random.between(1, room.lastSequence);
  if (id === undefined || room.lastSequence === 0) return undefined;
  return {
    method: 'POST',
    ...below(room, `/participants/${id}/activity`),
    body: { activity: 'MESSAGE_SEEN', last_message_sequence_seen: sequence },
    mark: `seen ${n}`,
    about: { id, sequence },
    repeatable: true,
  };
}

/** Each message is deleted by one wish. */
function deletion({ room }: Making): Made | undefined {
  const id = room.messages.shift();
  if (id === undefined) return undefined;
  const mark = `deleted ${room.tenant.tenantId}/${room.id}.${id}`;
  return { method: 'DELETE', ...below(room, `/messages/${id}`), mark, about: { id }, repeatable: true };
}

function archiving({ world, room }: Making): Made {
  world.leave(room);
  return { method: 'DELETE', ...below(room), mark: `archived ${room.tenant.tenantId}/${room.id}`, repeatable: true };
}

const data = (making: Making) => {
  const { mark, random } = making;
  return { mark, filler: 'rain '.repeat(random.chance(0.1) ? LARGE / 5 : 5) };
};

const user = (making: Making) => ({
  email: `${making.mark}@crash.example`,
  password: PASSWORD,
  firstname: making.mark,
  role: making.random.chance(0.3) ? 'OWNER' : 'USER',
});

const signUp = ({ mark }: Making) =>
  signUpBody(`t-${mark}`, { tenant_name: `${mark} Ltd`, user_email: `${mark}@crash.example` });

const type = ({ mark }: Making) => ({
  id: `t-${mark}`,
  description: mark,
  conversation_data_list_item_template: '',
});

const inRoom = (weight: number, make: Maker['make']): Maker => ({ weight, needsRoom: true, make });
const anywhere = (weight: number, make: Maker['make']): Maker => ({ weight, needsRoom: false, make });

const makers: Readonly<Record<Kind, Maker>> = {
  message: inRoom(500, message),
  open: anywhere(60, (making) => ({ ...opening(making, `c-${making.mark}`), ...sometimes(making, 0.5) })),
  put: anywhere(25, (making) => {
    const { body, ...rest } = opening(making, `c-${making.mark}`);
    return { ...rest, method: 'PUT', path: `/conversations/c-${making.mark}`, body: body ?? {}, repeatable: true };
  }),
  change: inRoom(60, (making) => ({ method: 'PATCH', ...below(making.room), body: { description: said(making) } })),
  data: inRoom(20, (making) => ({ method: 'PATCH', ...below(making.room), body: { conversation_data: data(making) } })),
  label: inRoom(60, (making) => ({
    method: 'POST',
    ...below(making.room, '/labels'),
    body: { labels: [`mark:${making.mark}`] },
    ...sometimes(making, 0.5),
  })),
  lock: inRoom(50, lock),
  seen: inRoom(80, seen),
  join: inRoom(30, (making) => ({
    method: 'POST',
    ...below(making.room, '/participants'),
    body: { id: `j-${making.mark}`, kind: 'CLIENT', display_name: said(making).slice(0, 50).trim() },
    about: { id: `j-${making.mark}` },
    ...sometimes(making, 0.5),
  })),
  rename: inRoom(20, (making) => ({
    method: 'PATCH',
    ...below(making.room, '/participants/p0'),
    body: { display_name: `${making.mark} renamed` },
  })),
  user: anywhere(4, (making) => ({ method: 'POST', path: '/users', body: user(making), ...sometimes(making, 0.7) })),
  'api-key': anywhere(10, (making) => ({
    method: 'POST',
    path: '/api-keys',
    body: { name: making.mark },
    ...sometimes(making, 0.5),
  })),
  type: anywhere(10, (making) => ({
    method: 'POST',
    path: '/conversation-types',
    body: type(making),
    ...sometimes(making, 0.5),
  })),
  delete: inRoom(20, deletion),
  archive: inRoom(3, archiving),
  'sign-up': anywhere(2, (making) => ({ method: 'POST', path: '/signup', body: signUp(making), ...keyed(making) })),
};

const kinds = Object.keys(makers) as Kind[];
const allWeights = kinds.reduce((sum, kind) => sum + makers[kind].weight, 0);

function anyKind(random: Random): Kind {
  let left = random.next() * allWeights;
  for (const kind of kinds) {
    left -= makers[kind].weight;
    if (left < 0) return kind;
  }
  return 'message';
}

/** The n-th wish; of a certain kind where one is asked for. */
export function wishFor(world: World, n: number, asked?: Kind): Wish {
  const { random } = world;
  const tenant = random.one(world.tenants);
  if (!tenant) throw new Error('nobody has signed up');
  const kind = asked ?? anyKind(random);
  const room = makers[kind].needsRoom ? world.room() : undefined;
  const mark = `w${n}`;
  const nowhere: Room = { tenant, id: '', clients: [], messages: [], lastSequence: 0 };
  const making = { n, mark, random, world, tenant: room?.tenant ?? tenant, room: room ?? nowhere };
  const made = makers[kind].needsRoom && !room ? undefined : makers[kind].make(making);
  if (!made) return wishFor(world, n, 'open');
  const anonymous = kind === 'sign-up';
  return {
    n,
    kind,
    tenantId: anonymous ? '' : making.tenant.tenantId,
    mark,
    repeatable: false,
    ...(anonymous ? {} : { token: making.tenant.token }),
    ...withoutTwo(made),
  } as Wish;
}

/** Whoever shows an API key shows no token beside it. */
const withoutTwo = (made: Made): object => (made.apiKey === undefined ? made : { ...made, token: undefined });
