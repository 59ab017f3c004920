import type { Projection } from '../../src/kernel/projection.js';
import type { Kept, ResourceEvent } from '../../src/kernel/resource.js';
import { type User, user } from '../../src/modules/user/domain/user.resource.js';

export type KeptUser = Kept<Omit<User, 'passwordHash'>>;

const whole = user.projection({
  name: 'user',
  version: 1,
  fields: { createdAt: ({ createdAt }) => createdAt },
  indexes: [['createdAt']],
  counters: [[]],
});

/** The users of a tenant, by id. The hash of the password stays in the log. */
export const users: Projection<KeptUser, ResourceEvent<'User', User>> = {
  ...whole,
  evolve(doc, event) {
    const kept = whole.evolve(doc, event);
    if (!kept) return undefined;
    const { passwordHash: _, ...value } = kept.value;
    return { ...kept, value };
  },
};
