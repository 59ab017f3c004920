import { erasures } from '../../../../../projections/erasure/projection.js';
import { type UserRecord, users } from '../../../../../projections/user/projection.js';
import { FoldedReader } from '../../../../engine/read-models/past/folded-reader.js';
import type { Past, PastSource } from '../../../../engine/read-models/past/past.js';
import { subjectKey } from '../../../../kernel/erasure.js';

/** Users, who are marked where they are erased since: events of earlier versions still have their content. */
class PastUsers extends FoldedReader<UserRecord> {
  constructor(private readonly then: Past) {
    super(then, users);
  }

  override async get(userId: string): Promise<UserRecord | undefined> {
    const user = await super.get(userId);
    const erasure = user && (await this.then.present(erasures).get(subjectKey({ kind: 'user', userId })));
    return user && erasure ? { ...user, erased: true } : user;
  }
}

export const pastUsers: PastSource = { projection: users, reader: (past) => new PastUsers(past) };
