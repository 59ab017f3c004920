import { sameEmail } from '../../src/catalogue/text/email.js';
import type { Recorded } from '../../src/kernel/event.js';
import type { Instant } from '../../src/kernel/instant.js';
import { creates, projection, unchanged } from '../../src/kernel/projection.js';
import type { ResourceEvent } from '../../src/kernel/resource.js';
import { innerId, parseInnerId, parseStreamName } from '../../src/kernel/stream.js';
import type {
  MembershipEvent,
  ParticipantKind,
} from '../../src/modules/conversations/conversation/domain/membership.events.js';
import type { User } from '../../src/modules/people/user/domain/user.resource.js';

type UserEvent = ResourceEvent<'User', User>;
type PersonEvent = MembershipEvent | UserEvent;

/** Members of an event that a person is shown; null takes one away. */
export interface PersonValues {
  readonly displayName?: string | null;
  readonly email?: string | null;
  readonly phoneNumber?: string | null;
  readonly preferredLanguage?: string | null;
  readonly pendingEmail?: string | null;
  readonly firstname?: string | null;
  readonly lastname?: string | null;
  readonly role?: string | null;
}

/** One event about a person: of a participant or of a user. */
export interface PersonRecord {
  /** `<conversation>.<participant>`, or `.<user>`. */
  readonly owner: string;
  /** `ended`: the participant was removed, or the user was deleted. */
  readonly change: 'begun' | 'changed' | 'ended';
  readonly at: Instant;
  readonly values: PersonValues;
  /** Only where a participant joined. */
  readonly kind?: ParticipantKind;
  readonly userId?: string;
  /** The last message of the conversation when they joined. */
  readonly fromSequence?: number;
}

const PERSONAL = [
  'displayName',
  'email',
  'phoneNumber',
  'preferredLanguage',
  'pendingEmail',
  'firstname',
  'lastname',
  'role',
] as const satisfies readonly (keyof PersonValues)[];

const valuesOf = (data: object): PersonValues =>
  Object.fromEntries(PERSONAL.flatMap((name) => (name in data ? [[name, (data as PersonValues)[name]]] : [])));

/** Owners of records: users begin with a `.`, so they come first. */
export const userOwner = (userId: string): string => innerId('', userId);

const DIGITS = 12;

function ownerOf({ data, meta }: Recorded<PersonEvent>): string {
  const { category, id } = parseStreamName(meta.stream);
  return category === 'user' ? userOwner(id) : innerId(id, (data as MembershipEvent['data']).participantId);
}

const record =
  (change: PersonRecord['change']) =>
  (event: Recorded<PersonEvent>): PersonRecord => ({
    owner: ownerOf(event),
    change,
    at: event.meta.at,
    values: valuesOf(event.data),
  });

const changed = creates<PersonRecord, PersonEvent>(record('changed'));
const ended = creates<PersonRecord, PersonEvent>(record('ended'));

/**
 * Names and addresses of people, one document an event, so that removed participants and former addresses are found. Keyed
 * `<owner>.<version>`.
 */
export const personRecords = projection<PersonRecord, PersonEvent>({
  name: 'person-record',
  version: 1,
  erasedWith: 'conversation',
  fields: {
    email: ({ values: { email } }) => (email ? sameEmail(email) : undefined),
    phoneNumber: ({ values: { phoneNumber } }) => phoneNumber ?? undefined,
    userId: ({ userId }) => userId,
    clientOf: ({ kind, owner }) => (kind === 'CLIENT' ? parseInnerId(owner)[0] : undefined),
  },
  indexes: [['email'], ['phoneNumber'], ['userId'], ['clientOf']],
  sparse: ['email', 'phoneNumber', 'userId', 'clientOf'],

  /** A record of an erased client still says that the conversation had this client. */
  forgets(known, participantId) {
    const { owner, change, at, kind } = known;
    if (parseInnerId(owner)[1] !== participantId) return known;
    return { owner, change, at, values: {}, ...(kind === undefined ? {} : { kind }) };
  },

  /** The same for an event that is erased, whose values are gone by then. */
  key: (event) => innerId(ownerOf(event), String(event.meta.version).padStart(DIGITS, '0')),

  on: {
    ParticipantJoined: creates((event): PersonRecord => {
      const { kind, userId, fromSequence } = event.data;
      return { ...record('begun')(event), kind, fromSequence, ...(userId === undefined ? {} : { userId }) };
    }),
    ParticipantChanged: changed,
    ParticipantLeft: ended,
    ParticipantErased: unchanged,
    UserCreated: creates(record('begun')),
    UserChanged: (_, event) => (Object.keys(valuesOf(event.data)).length > 0 ? record('changed')(event) : undefined),
    UserDeleted: ended,
  },
});
