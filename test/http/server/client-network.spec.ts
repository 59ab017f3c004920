import { expect, test } from 'vitest';
import { clientNetwork, tidyForwarded } from '../../../src/http/server/client-network.js';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:a:b:c:d', '2001:db8:1:2'],
  ['2001:db8:1:2::d', '2001:db8:1:2'],
  ['2001:DB8:0001:2::d', '2001:db8:1:2'],
  ['2001:db8::a:b:c:d', '2001:db8:0:0'],
  ['2001:db8::b:b:c:d', '2001:db8:0:0'],
  ['2001:db8::', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['', ''],
])('the network of %s is %s', (address, network) => expect(clientNetwork(address)).toBe(network));

test.each([
  ['192.0.2.7:5678', '192.0.2.7'],
  ['[2001:db8::1]:5678, 192.0.2.7:1', '2001:db8::1, 192.0.2.7'],
  ['[::1], ::1,[::ffff:192.0.2.7]:80', '::1, ::1, ::ffff:192.0.2.7'],
  ['192.0.2.7', '192.0.2.7'],
  ['unknown, _hidden,, 192.0.2.7:99999', '192.0.2.7'],
  ['192.0.2.7:999999, example', ''],
])('the forwarded addresses %s are %s', (given, tidy) => {
  const request = { headers: { 'x-forwarded-for': given } };
  tidyForwarded(request);
  expect(request.headers['x-forwarded-for']).toBe(tidy);
});
