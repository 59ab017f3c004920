import type { PersonRecord } from '../../../../../projections/person-record/projection.js';
import { userOwner } from '../../../../../projections/person-record/projection.js';
import {
  BEHIND_USERS,
  nextOwner,
  type PersonIndex,
  type PersonRecords,
  recordsOf,
} from '../../../../../projections/person-record/reads.js';
import { sameEmail } from '../../../../catalogue/text/email.js';

/** An address, or a user. */
export type PersonQuestion =
  | { readonly email: string }
  | { readonly phoneNumber: string }
  | { readonly userId: string };

/** Users that have or had one address. */
const MOST_USERS = 100;

/** Finds the users and participants that a person is or was. */
export class PersonSearch {
  constructor(
    private readonly records: PersonRecords,
    private readonly question: PersonQuestion,
  ) {}

  /** Owners of the records of users. */
  async users(): Promise<readonly string[]> {
    const { question } = this;
    if ('userId' in question) return [userOwner(question.userId)];
    if (!('email' in question)) return [];
    const found: string[] = [];
    let owner = await nextOwner(this.records, this.byAddress);
    for (; owner?.startsWith(userOwner('')) && found.length < MOST_USERS; ) {
      found.push(owner);
      owner = await nextOwner(this.records, this.byAddress, owner);
    }
    return found;
  }

  /** Indexes with participants: that of the address, and of each user. */
  async participants(): Promise<readonly PersonIndex[]> {
    const users = (await this.users()).map((owner): PersonIndex => ({ field: 'userId', value: owner.slice(1) }));
    return 'userId' in this.question ? users : [this.byAddress, ...users];
  }

  /** The first participant in the index, or the first one behind the owner `after`. */
  next(index: PersonIndex, after: string = BEHIND_USERS): Promise<string | undefined> {
    return nextOwner(this.records, index, after);
  }

  of(owner: string): Promise<readonly PersonRecord[]> {
    return recordsOf(this.records, owner);
  }

  /** Whether the owner is the first of the clients that the conversation has or had, and all of them are the person. */
  async isFirstOfOnlyClient(conversationId: string, first: string): Promise<boolean> {
    const clients: PersonIndex = { field: 'clientOf', value: conversationId };
    if ((await this.next(clients)) !== first) return false;
    for (let owner: string | undefined = first; owner !== undefined; owner = await this.next(clients, owner)) {
      if (!(await this.isPerson(owner))) return false;
    }
    return true;
  }

  private async isPerson(owner: string): Promise<boolean> {
    const { field, value } = this.byAddress;
    return (await this.of(owner)).some(({ values: { email, phoneNumber } }) =>
      field === 'email' ? email != null && sameEmail(email) === value : phoneNumber === value,
    );
  }

  private get byAddress(): PersonIndex {
    const { question } = this;
    if ('email' in question) return { field: 'email', value: sameEmail(question.email) };
    if ('phoneNumber' in question) return { field: 'phoneNumber', value: question.phoneNumber };
    return { field: 'userId', value: question.userId };
  }
}
