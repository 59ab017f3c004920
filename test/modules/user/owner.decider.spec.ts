import { describe, test } from 'vitest';
import { AddOwner, OWNERS, RemoveOwner } from '../../../src/modules/user/domain/owner.commands.js';
import { ownerDecider } from '../../../src/modules/user/domain/owner.decider.js';
import { commandMeta, given } from '../../support/given.js';

const owners = given(ownerDecider);
const meta = commandMeta();
const added = (userId: string) => ({ type: 'OwnerAdded', data: { userId } }) as const;
const removed = (userId: string) => ({ type: 'OwnerRemoved', data: { userId } }) as const;
const add = (userId: string) => new AddOwner(OWNERS, { userId }, meta);
const remove = (userId: string) => new RemoveOwner(OWNERS, { userId }, meta);

describe('the owners of a tenant', () => {
  test('each is counted once', () => {
    owners().when(add('anna')).gives(added('anna'));
    owners(added('anna')).when(add('anna')).nothing();
  });
  test('one of two may go', () => owners(added('anna'), added('ben')).when(remove('anna')).gives(removed('anna')));
  test('the last one may not', () => {
    owners(added('anna')).when(remove('anna')).rejected('errors.user.last_owner');
    owners(added('anna'), added('ben'), removed('ben')).when(remove('anna')).rejected('errors.user.last_owner');
  });
  test('who has gone is gone, and is not counted by a step that comes late', () => {
    owners(added('anna'), added('ben'), removed('ben')).when(remove('ben')).nothing();
    owners(added('anna'), added('ben'), removed('ben')).when(add('ben')).nothing();
  });
  test('who goes before they were counted is never counted', () => {
    owners(added('anna')).when(remove('ben')).gives(removed('ben'));
    owners(added('anna'), removed('ben')).when(add('ben')).nothing();
    owners(added('anna'), removed('ben')).when(remove('anna')).rejected('errors.user.last_owner');
  });
});
