import { innerId } from '../../src/kernel/stream.js';
import type { DocumentStore, Query, Reader } from '../../src/ports/stores/document-store.js';
import { type PersonRecord, personRecords } from './projection.js';

const PAGE = 500;
/** Comes after the digits and the `.` of every key of an owner. */
const END = '~';

export type PersonRecords = Reader<PersonRecord>;

/** How people are looked up. */
export interface PersonIndex {
  readonly field: 'email' | 'phoneNumber' | 'userId' | 'clientOf';
  readonly value: string;
}

export const personRecordsOf = (documents: DocumentStore, tenantId: string): PersonRecords =>
  documents.reader(personRecords, tenantId);

/** The first owner by key that has a record with the value; behind the owner `after`. */
export async function nextOwner(
  records: PersonRecords,
  { field, value }: PersonIndex,
  after?: string,
): Promise<string | undefined> {
  const behind = after === undefined ? {} : { after: { key: innerId(after, END) } };
  const found = await records.find({ where: [{ field, is: '=', value }], limit: 1, ...behind });
  return found.docs[0]?.owner;
}

/** Behind all users. */
export const BEHIND_USERS = '';

/** All records of an owner, oldest first. */
export async function recordsOf(records: PersonRecords, owner: string): Promise<readonly PersonRecord[]> {
  const all: PersonRecord[] = [];
  for (let after: NonNullable<Query['after']> = { key: innerId(owner, '') }; ; ) {
    const { docs, keys, hasMore } = await records.find({ limit: PAGE, after });
    const own = docs.filter((each) => each.owner === owner);
    for (const each of own) all.push(each);
    const key = keys.at(-1);
    if (own.length < docs.length || !hasMore || key === undefined) return all;
    after = { key };
  }
}
