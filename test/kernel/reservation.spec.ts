import { describe, test } from 'vitest';
import { instant, MINUTE, plus } from '../../src/kernel/instant.js';
import { Release, Reserve, reservationDecider, TakeOver } from '../../src/kernel/reservation.js';
import { commandMeta, given, metaOf } from '../support/given/given.js';

const names = given(reservationDecider);
const reservedAt = metaOf('x', 1).at;
const metaAt = (at = reservedAt) => commandMeta({ actor: 'system', at });
const refusal = { code: 'errors.tenant.exists', path: 'tenant_subdomain' } as const;
const reserved = (holder: string) => ({ type: 'Reserved', data: { holder } }) as const;
const released = { type: 'Released', data: {} } as const;

const taking = (from: string, holder: string, at = plus(reservedAt, MINUTE)) =>
  new TakeOver('acme', { from, holder, refusal }, metaAt(at));

describe('a name that is unique', () => {
  const reserve = (holder: string) => new Reserve('acme', { holder, refusal }, metaAt());

  test('is given to who asks first', () => names().when(reserve('a')).gives(reserved('a')));
  test('stays with its holder, who may ask again', () => names(reserved('a')).when(reserve('a')).nothing());
  test('is refused to anyone else, as they want it told', () =>
    names(reserved('a'))
      .when(reserve('b'))
      .rejected('errors.tenant.exists', { path: 'tenant_subdomain', code: 'errors.field.taken' }));
  test('is free again once released', () => names(reserved('a'), released).when(reserve('b')).gives(reserved('b')));
  test('is released by its holder alone', () => {
    names(reserved('a'))
      .when(new Release('acme', { holder: 'b' }, metaAt()))
      .nothing();
    names(reserved('a'))
      .when(new Release('acme', { holder: 'a' }, metaAt()))
      .gives(released);
  });
});

describe('taking over from a holder that never came into being', () => {
  test('is possible a minute after they reserved', () =>
    names(reserved('a')).when(taking('a', 'b')).gives(reserved('b')));
  test('is refused before', () =>
    names(reserved('a'))
      .when(taking('a', 'b', plus(reservedAt, MINUTE - 1)))
      .rejected('errors.tenant.exists'));
  test('is refused when another was quicker', () =>
    names(reserved('a'), reserved('c'))
      .when(taking('a', 'b', instant('2031-01-01')))
      .rejected('errors.tenant.exists'));
  test('changes nothing for who holds it by now', () => names(reserved('b')).when(taking('a', 'b')).nothing());
});
