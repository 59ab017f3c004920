import type { Projection } from '../../src/kernel/projection.js';
import type { ResourceEvent, ResourceRecord } from '../../src/kernel/resource.js';
import { type User, user } from '../../src/modules/user/domain/user.resource.js';

export type UserRecord = ResourceRecord<Omit<User, 'passwordHash'>>;

const whole = user.projection({
  name: 'user',
  version: 1,
  fields: { createdAt: ({ createdAt }) => createdAt },
  indexes: [['createdAt']],
  counters: [[]],
});

/** The users of a tenant, by id. The hash of the password stays in the log. */
export const users: Projection<UserRecord, ResourceEvent<'User', User>> = {
  ...whole,
  evolve(doc, event) {
    const record = whole.evolve(doc, event);
    if (!record) return undefined;
    const { passwordHash: _, ...value } = record.value;
    return { ...record, value };
  },
};
