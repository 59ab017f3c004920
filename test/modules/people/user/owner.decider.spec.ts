import { describe, test } from 'vitest';
import {
  AddOwner,
  DemoteOwner,
  OWNERS,
  RemoveOwner,
} from '../../../../src/modules/people/user/domain/owner.commands.js';
import { ownerDecider } from '../../../../src/modules/people/user/domain/owner.decider.js';
import { commandMeta, given } from '../../../support/given/given.js';

const owners = given(ownerDecider);
const meta = commandMeta();
const added = (userId: string) => ({ type: 'OwnerAdded', data: { userId } }) as const;
const removed = (userId: string) => ({ type: 'OwnerRemoved', data: { userId } }) as const;
const add = (userId: string) => new AddOwner(OWNERS, { userId }, meta);
const remove = (userId: string) => new RemoveOwner(OWNERS, { userId }, meta);
const demoted = (userId: string, revision: number) => ({ type: 'OwnerDemoted', data: { userId, revision } }) as const;
const demote = (userId: string, revision: number) => new DemoteOwner(OWNERS, { userId, revision }, meta);
const promote = (userId: string, revision: number) => new AddOwner(OWNERS, { userId, revision }, meta);
const promoted = (userId: string, revision: number) => ({ type: 'OwnerAdded', data: { userId, revision } }) as const;

describe('a role that changes', () => {
  const two = [added('anna'), added('ben')] as const;

  test('one of two loses it and gets it again', () => {
    owners(...two)
      .when(demote('ben', 1))
      .gives(demoted('ben', 1));
    owners(...two, demoted('ben', 1))
      .when(promote('ben', 3))
      .gives(promoted('ben', 3));
    owners(...two, demoted('ben', 1), promoted('ben', 3))
      .when(demote('ben', 3))
      .gives(demoted('ben', 3));
  });
  test('the last one keeps it', () => {
    owners(added('anna')).when(demote('anna', 1)).rejected('errors.user.last_owner');
    owners(...two, demoted('ben', 1))
      .when(demote('anna', 1))
      .rejected('errors.user.last_owner');
    owners(...two, demoted('ben', 1))
      .when(remove('anna'))
      .rejected('errors.user.last_owner');
  });
  test('a promotion that was undone meanwhile does not count when it comes late', () => {
    owners(...two, demoted('ben', 4))
      .when(promote('ben', 4))
      .nothing();
    owners(...two, demoted('ben', 4))
      .when(add('ben'))
      .nothing();
    owners(added('anna')).when(demote('ben', 4)).gives(demoted('ben', 4));
    owners(added('anna'), demoted('ben', 4)).when(promote('ben', 3)).nothing();
  });
  test('a demotion that comes twice counts once', () =>
    owners(...two, demoted('ben', 4))
      .when(demote('ben', 4))
      .nothing());
  test('of someone who is let go says nothing more', () => {
    owners(...two, removed('ben'))
      .when(demote('ben', 1))
      .nothing();
    owners(...two, demoted('ben', 1), removed('ben'))
      .when(promote('ben', 3))
      .nothing();
  });
});

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
