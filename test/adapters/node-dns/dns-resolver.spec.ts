import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeDns } from '../../../src/adapters/node-dns/dns-resolver.js';
import { type DnsResolver, NameUnanswered } from '../../../src/ports/delivery/dns-resolver.js';
import { type DnsServer, startDnsServer } from '../../support/servers/dns-server.js';

let server: DnsServer;
let dns: DnsResolver;
beforeAll(async () => {
  server = await startDnsServer();
  dns = nodeDns([server.address]);
});
afterAll(() => server.close());

test('all TXT records of a name are found, each as one text', async () => {
  const long = 'x'.repeat(600);
  server.set('many.example', ['v=spf1 -all', long, 'ü']);
  const found = await dns.txt('many.example');
  expect(found.slice(0, 2)).toEqual(['v=spf1 -all', long]);
  expect(found).toHaveLength(3);
});

test('a name without records, and a name that does not exist, have none', async () => {
  server.set('empty.example', []);
  expect(await dns.txt('empty.example')).toEqual([]);
  expect(await dns.txt('absent.example')).toEqual([]);
});

test('nothing is looked up below another domain', async () => {
  await dns.txt('short');
  expect(server.asked.filter((name) => name.startsWith('short'))).toEqual(['short']);
});

test('a name server that fails or says nothing answers nothing, in bounded time', async () => {
  server.set('failing.example', 'failure');
  server.set('silent.example', 'silence');
  const late = new Promise((resolve) => setTimeout(() => resolve('late'), 8_000).unref());
  await expect(dns.txt('failing.example')).rejects.toThrow(NameUnanswered);
  await expect(Promise.race([dns.txt('silent.example'), late])).rejects.toThrow(NameUnanswered);
  await expect(nodeDns(['127.0.0.1:9']).txt('away.example')).rejects.toThrow(NameUnanswered);
});

test.each(['a'.repeat(64), `${'a.'.repeat(130)}example`, '..', ''])('the odd name %s finds nothing', async (name) => {
  const found = await dns.txt(name).catch((error) => error);
  expect(found instanceof NameUnanswered || found.length === 0).toBe(true);
});
