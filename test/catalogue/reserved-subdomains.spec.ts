import { expect, test } from 'vitest';
import { isReservedSubdomain } from '../../src/catalogue/reserved-subdomains.js';

test.each([
  ...['www', 'api', 'app', 'mail', 'login', 'admin', 'autodiscover', 'autoconfig', 'wpad', 'isatap', 'mta-sts'],
  ...['smtp', 'imap', 'ftp', 'ns1', 'localhost', 'postmaster', 'hostmaster', 'webmaster', 'security', 'status'],
  ...['xn--pypal-4ve', 'ab--cd'],
])('%s is reserved', (name) => expect(isReservedSubdomain(name)).toBe(true));

test.each(['acme', 'acme-mail', 'apiary', 'mail2you', 'wwwx', 'constructor', 'a--b', 'abc--d'])('%s is free', (name) =>
  expect(isReservedSubdomain(name)).toBe(false),
);
