import { OrderedMap } from 'immutable';
import type { Participant } from './membership.events.js';

export interface Member extends Participant {
  readonly id: string;
  readonly fromSequence: number;
  readonly revision: number;
}

type KeptKind = 'SHARED' | 'WORKFLOW';

/** Members of a conversation in the order in which they joined. Immutable; look-ups do not scan. */
export class Members {
  static readonly none = new Members(OrderedMap(), OrderedMap(), {});

  private constructor(
    private readonly byId: OrderedMap<string, Member>,
    private readonly idOfUser: OrderedMap<string, string>,
    private readonly kept: Readonly<Partial<Record<KeptKind, string>>>,
  ) {}

  get size(): number {
    return this.byId.size;
  }

  get hasUsers(): boolean {
    return this.idOfUser.size > 0;
  }

  get(id: string): Member | undefined {
    return this.byId.get(id);
  }

  has(id: string): boolean {
    return this.byId.has(id);
  }

  values(): IterableIterator<Member> {
    return this.byId.values();
  }

  ofUser(userId: string): Member | undefined {
    const id = this.idOfUser.get(userId);
    return id === undefined ? undefined : this.byId.get(id);
  }

  /** A conversation has no more than one of each. */
  ofKind(kind: KeptKind): Member | undefined {
    const id = this.kept[kind];
    return id === undefined ? undefined : this.byId.get(id);
  }

  with(member: Member): Members {
    const { id, kind, userId } = member;
    const users =
      userId === undefined || this.idOfUser.get(userId) === id ? this.idOfUser : this.idOfUser.set(userId, id);
    const isKept = (kind === 'SHARED' || kind === 'WORKFLOW') && this.ofKind(kind) === undefined;
    return new Members(this.byId.set(id, member), users, isKept ? { ...this.kept, [kind]: id } : this.kept);
  }

  without(id: string): Members {
    const userId = this.byId.get(id)?.userId;
    const isOfUser = userId !== undefined && this.idOfUser.get(userId) === id;
    return new Members(this.byId.delete(id), isOfUser ? this.idOfUser.delete(userId) : this.idOfUser, this.kept);
  }
}
