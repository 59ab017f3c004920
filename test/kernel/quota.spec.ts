import { describe, expect, test } from 'vitest';
import { FreePlace, quotaDecider, TakePlace } from '../../src/kernel/quota.js';
import { commandMeta, given } from '../support/given/given.js';

const places = given(quotaDecider);
const taken = (holder: string) => ({ type: 'PlaceTaken', data: { holder } }) as const;
const freed = (holder: string) => ({ type: 'PlaceFreed', data: { holder } }) as const;
const take = (holder: string) =>
  new TakePlace('configs', { holder, max: 2, code: 'errors.oidc_config.too_many' }, commandMeta());
const free = (holder: string, position: number) => new FreePlace('configs', { holder, taken: position }, commandMeta());

describe('a bound across streams', () => {
  test('gives places while there are any', () => places(taken('a')).when(take('b')).gives(taken('b')));
  test('refuses one more than it allows', () =>
    places(taken('a'), taken('b')).when(take('c')).rejected('errors.oidc_config.too_many'));
  test('renews a place that is held, also where all are taken', () =>
    places(taken('a'), taken('b')).when(take('a')).gives(taken('a')));
  test('gives places to holders from before there were places, also more than it allows', () => {
    const taking = (...others: string[]) =>
      new TakePlace('configs', { holder: 'c', max: 2, others, code: 'errors.oidc_config.too_many' }, commandMeta());
    places().when(taking('a')).gives(taken('a'), taken('c'));
    places(taken('a')).when(taking('a', 'c')).gives(taken('c'));
    places(taken('a')).when(taking('a', 'b')).rejected('errors.oidc_config.too_many');
    places(taken('a'), taken('c')).when(taking('b', 'd')).gives(taken('b'), taken('d'), taken('c'));
  });
  test('gives a place that was freed', () =>
    places(taken('a'), taken('b'), freed('a')).when(take('c')).gives(taken('c')));

  test('frees a place as it was seen, and not one that was renewed since', () => {
    const { position } = places(taken('a')).state().get('a') ?? { position: -1 };
    places(taken('a')).when(free('a', position)).gives(freed('a'));
    places(taken('a'), taken('a')).when(free('a', position)).nothing();
    places().when(free('a', position)).nothing();
  });

  test('takes any name for a holder', () => {
    expect([...places(taken('__proto__'), taken('constructor')).state().keys()]).toEqual(['__proto__', 'constructor']);
  });
});
