import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeHostNames } from '../../../src/adapters/node-dns/host-names.js';
import { NO_TENANT } from '../../../src/kernel/stream.js';
import { NameUnanswered } from '../../../src/ports/delivery/dns-resolver.js';
import type { HostNames } from '../../../src/ports/delivery/host-names.js';
import { type DnsServer, startDnsServer } from '../../support/servers/dns-server.js';

let server: DnsServer;
let folder: string;
let names: HostNames;
const hosts = () => join(folder, 'hosts');

beforeAll(async () => {
  server = await startDnsServer();
  folder = await mkdtemp(join(tmpdir(), 'tidings-names-'));
  const resolver = join(folder, 'resolv.conf');
  await writeFile(
    hosts(),
    '127.0.0.1 localhost\n# 10.0.0.1 hidden\n10.1.2.3\tCrm crm.corp # intern\nfe80::1%lo0 zone\n',
  );
  await writeFile(resolver, 'nameserver 192.0.2.1\nsearch svc.local corp.example.\noptions ndots:5\n');
  names = nodeHostNames({ servers: [server.address], files: { hosts: hosts(), resolver } });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const within = async (ms: number, work: Promise<unknown>) => {
  const begun = performance.now();
  await work.catch(() => {});
  expect(performance.now() - begun).toBeLessThan(ms);
};
const find = (name: string) => names.addresses(NO_TENANT, name);

describe('the addresses of a host', () => {
  test('are all that the name servers know of both families', async () => {
    server.set('both.example', ['192.0.2.7', '2001:db8::7', '192.0.2.8']);
    server.set('six.example', ['2001:db8::9']);
    expect(await find('both.example')).toEqual(['192.0.2.7', '192.0.2.8', '2001:db8::7']);
    expect(await find('six.example')).toEqual(['2001:db8::9']);
  });

  test('are none for a name that does not exist, or is none', async () => {
    expect(await find('absent.example')).toEqual([]);
    for (const odd of ['a'.repeat(64), `${'a.'.repeat(130)}example`, '..', ''])
      expect(await find(odd).catch(() => [])).toEqual([]);
  });

  test('are those of the hosts file, whatever the case of the name, and no name server is asked', async () => {
    const before = server.asked.length;
    expect(await find('CRM')).toEqual(['10.1.2.3']);
    expect(await find('crm.corp.')).toEqual(['10.1.2.3']);
    expect(await find('localhost')).toEqual(['127.0.0.1']);
    expect(await find('a.localhost')).toEqual(['127.0.0.1', '::1']);
    expect(await find('192.0.2.44')).toEqual(['192.0.2.44']);
    expect(server.asked).toHaveLength(before);
    expect(await find('hidden')).toEqual([]);
    expect(await find('zone')).toEqual([]);
  });

  test('follow a changed hosts file', async () => {
    await writeFile(hosts(), '10.1.2.4 crm\n');
    expect(await find('crm')).toEqual(['10.1.2.4']);
  });

  test('are looked up below the search domains of the system, as short names need it', async () => {
    server.set('mail.corp.example', ['10.0.0.25']);
    server.set('geo.maps.svc.local', ['10.0.0.26']);
    expect(await find('mail')).toEqual(['10.0.0.25']);
    expect(await find('geo.maps')).toEqual(['10.0.0.26']);
    expect(await find('mail.')).toEqual([]);
  });

  test('fail within three seconds where no name server answers', async () => {
    server.set('silent.example', 'silence');
    server.set('failing.example', 'failure');
    await within(3_600, expect(find('silent.example')).rejects.toThrow(NameUnanswered));
    await expect(find('failing.example')).rejects.toThrow(NameUnanswered);
  });

  test('of one tenant come at once while names of others get no answer', async () => {
    server.set('live.example', ['192.0.2.7']);
    const dead = Array.from({ length: 20 }, (_, tenant) =>
      Array.from({ length: 40 }, (_, n) => {
        const name = `dead-${tenant}-${n}.example`;
        server.set(name, 'silence');
        return within(3_800, names.addresses(`tenant-${tenant}`, name));
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    await within(1_000, names.addresses('acme', 'live.example'));
    expect(await names.addresses('acme', 'live.example')).toEqual(['192.0.2.7']);
    await Promise.all(dead.flat());
  });
});
