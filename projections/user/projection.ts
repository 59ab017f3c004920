import { changes, creates, deletes, projection } from '../../src/kernel/projection.js';
import { changedRecord, createdRecord, type ResourceEvent, type ResourceRecord } from '../../src/kernel/resource.js';
import { parseStreamName } from '../../src/kernel/stream.js';
import { type User, user } from '../../src/modules/people/user/domain/user.resource.js';

export type UserRecord = ResourceRecord<
  Omit<
    User,
    'passwordHash' | 'signInEpoch' | 'pendingEmailRequest' | 'invitationRequest' | 'formerEmail' | 'identities'
  >
> & {
  /** The user is erased since. Only records as of a moment of the past have it. */
  readonly erased?: true;
};

function withoutSecrets(record: ResourceRecord<User>): UserRecord {
  const {
    passwordHash: _,
    signInEpoch: __,
    pendingEmailRequest: ___,
    formerEmail: ____,
    identities: _____,
    invitationRequest: ______,
    ...value
  } = record.value;
  return { ...record, value: { ...value, email: value.email ?? '' } };
}

/** The users of a tenant, by id. The hash of the password stays in the log. */
export const users = projection<UserRecord, ResourceEvent<'User', User>>({
  name: 'user',
  version: 1,
  erasedWith: 'never',
  streams: { [user.category]: (id) => id },
  fields: { createdAt: ({ createdAt }) => createdAt },
  indexes: [['createdAt']],
  counters: [[]],

  key: ({ meta }) => parseStreamName(meta.stream).id,

  on: {
    UserCreated: creates((event) => withoutSecrets(createdRecord(event))),
    UserChanged: changes((user, event) => withoutSecrets(changedRecord<ResourceRecord<User>>(user, event))),
    UserDeleted: deletes,
  },
});
