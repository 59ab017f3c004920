import { describe, expect, test } from 'vitest';
import { Rejection } from '../../../src/kernel/rejection.js';
import { SocketPlaces } from '../../../src/realtime/gateway/socket-places.js';

function aSocket(remoteAddress = '192.0.2.1') {
  const socket = {
    remoteAddress,
    isClosed: false,
    close() {
      socket.isClosed = true;
    },
  };
  return socket;
}

describe('places for sockets', () => {
  const places = () => new SocketPlaces({ anonymous: 2, perTenant: 2, total: 3 });
  const signIn = (all: SocketPlaces, tenantId: string) => {
    const socket = aSocket();
    all.opened(socket);
    all.signedIn(socket, tenantId);
    return socket;
  };

  test('a further socket that has not signed in ends the oldest of them', () => {
    const all = places();
    const sockets = [aSocket(), aSocket(), aSocket()];
    for (const socket of sockets) all.opened(socket);
    expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true, false, false]);
  });

  test('sockets of one client end their own, not the one of another', () => {
    const all = places();
    const [other, ...many] = [aSocket('192.0.2.9'), aSocket(), aSocket(), aSocket()];
    for (const socket of [other, ...many]) all.opened(socket);
    expect([other, ...many].map(({ isClosed }) => isClosed)).toEqual([false, true, true, false]);
  });

  test('those that signed in are not ended for strangers', () => {
    const all = places();
    const known = signIn(all, 'a');
    for (let n = 0; n < 5; n++) all.opened(aSocket());
    expect(known.isClosed).toBe(false);
  });

  test('a tenant has its share, and a place is free again once its socket is closed', () => {
    const all = places();
    signIn(all, 'a');
    const second = signIn(all, 'a');
    expect(() => signIn(all, 'a')).toThrow(Rejection);
    all.closed(second);
    all.closed(second);
    signIn(all, 'a');
    expect(() => signIn(all, 'a')).toThrow(Rejection);
  });

  test('tenants that have all places leave one to each of others, until all have as many', () => {
    const all = places();
    const [first, second, third] = [signIn(all, 'a'), signIn(all, 'a'), signIn(all, 'b')];
    signIn(all, 'c');
    expect([first, second, third].map(({ isClosed }) => isClosed)).toEqual([true, false, false]);
    for (const tenant of ['a', 'b', 'c', 'd']) expect(() => signIn(all, tenant)).toThrow(Rejection);
    expect([second, third].map(({ isClosed }) => isClosed)).toEqual([false, false]);
  });

  test('a socket that signs in again, as whomever, has one place', () => {
    const all = places();
    const socket = signIn(all, 'a');
    all.signedIn(socket, 'a');
    all.signedIn(socket, 'b');
    signIn(all, 'a');
    signIn(all, 'a');
    expect(() => signIn(all, 'b')).toThrow(Rejection);
  });

  test('a socket that closed while its credentials were checked takes none', () => {
    const all = places();
    const gone = aSocket();
    all.opened(gone);
    all.closed(gone);
    for (let n = 0; n < 3; n++) all.signedIn(gone, 'a');
    signIn(all, 'a');
    signIn(all, 'a');
  });
});
