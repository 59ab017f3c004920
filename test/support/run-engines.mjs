#!/usr/bin/env node
// What `npm run test:engines` runs: the contract suites and the whole API suite on engines that are servers, in every
// pairing there is. TEST_EVENT_STORE_URL and TEST_READ_STORE_URL name them; where one does not, a container is started.
// Without a container runtime what cannot run is said loudly and counted as skipped.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const RUN_TESTS = join(dirname(fileURLToPath(import.meta.url)), 'run-tests.mjs');
const IMAGES = { log: 'eventstore/eventstore:24.6.0-jammy', read: 'mongo:8.0.17' };
const COUNT = /^(\d+) passed, (\d+) failed, (\d+) skipped$/m;

const containers = await containerRuntime();
const stopping = [];
const engines = {
  log: process.env.TEST_EVENT_STORE_URL ?? (await started('EventStoreDB', 'TEST_EVENT_STORE_URL', startEventStore)),
  read: process.env.TEST_READ_STORE_URL ?? (await started('MongoDB', 'TEST_READ_STORE_URL', startMongo)),
};

// Each command of the operator that works beside a running service.
const COMMANDS = [
  'servers',
  'events',
  'show',
  'trace',
  'audit-beside',
  'models',
  'replay-webhooks',
  'tenant',
  'doctor',
];

const API = ['test/api', 'test/reliability/many-writers', ...process.argv.slice(2)];
const runs = [
  [
    'EventStoreDB: contract, outages, processes',
    { log: true },
    [
      'eventstoredb',
      'test/reliability/processes',
      'test/reliability/service-outage',
      'test/reliability/canaries',
      'test/cli/log-copy',
    ],
  ],
  ['MongoDB: contract', { read: true }, ['mongodb']],
  ['API on EventStoreDB and SQLite', { log: true }, API],
  ['API on SQLite and MongoDB', { read: true }, API],
  [
    'API and commands on EventStoreDB and MongoDB',
    { log: true, read: true },
    [...API, 'test/reliability/processes/', ...COMMANDS.map((name) => `test/cli/${name}`)],
  ],
];

const sum = { passed: 0, failed: 0, skipped: 0 };
const remarks = [];
for (const [name, { log = false, read = false }, files] of runs) {
  if ((log && !engines.log) || (read && !engines.read)) {
    remarks.push(`SKIPPED ${name}`);
    sum.skipped++;
    continue;
  }
  console.log(`\n=== ${name}\n`);
  const { code, passed, failed, skipped } = await run(files, {
    TEST_EVENT_STORE_URL: log ? engines.log : '',
    TEST_READ_STORE_URL: read ? engines.read : '',
  });
  remarks.push(`${code === 0 ? 'well' : 'FAILED'}  ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  sum.passed += passed;
  sum.failed += code === 0 ? failed : Math.max(1, failed);
  sum.skipped += skipped;
}

for (const stop of stopping) await stop();
console.log('');
for (const remark of remarks) console.log(remark);
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
process.exitCode = sum.failed > 0 ? 1 : 0;

function run(files, environment) {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, [RUN_TESTS, ...files], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let told = '';
  child.stdout.on('data', (chunk) => {
    told = (told + chunk).slice(-10_000);
    process.stdout.write(chunk);
  });
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const [passed = 0, failed = 0, skipped = 0] = (told.match(COUNT) ?? []).slice(1).map(Number);
      resolve({ code, passed, failed, skipped });
    });
  });
}

async function containerRuntime() {
  if (process.env.TEST_EVENT_STORE_URL && process.env.TEST_READ_STORE_URL) return undefined;
  const { GenericContainer, Wait, getContainerRuntimeClient } = await import('testcontainers');
  const client = await getContainerRuntimeClient().catch(() => undefined);
  return client && { GenericContainer, Wait };
}

async function started(name, variable, start) {
  if (containers) return start(containers);
  console.log(`!!! ${name} is skipped: ${variable} names no server, and no container runtime answers here.`);
  return undefined;
}

async function startEventStore({ GenericContainer, Wait }) {
  const container = await new GenericContainer(IMAGES.log)
    .withEnvironment({
      EVENTSTORE_INSECURE: 'true',
      EVENTSTORE_CLUSTER_SIZE: '1',
      EVENTSTORE_RUN_PROJECTIONS: 'None',
      EVENTSTORE_TELEMETRY_OPTOUT: 'true',
      EVENTSTORE_NODE_IP: '0.0.0.0',
      EVENTSTORE_MEM_DB: 'true',
      // As in docker-compose.yml.
      DOTNET_ThreadPool_ForceMinWorkerThreads: '40',
    })
    .withExposedPorts(2113)
    .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
    .start();
  stopping.push(() => container.stop());
  return `kurrentdb://${container.getHost()}:${container.getMappedPort(2113)}?tls=false`;
}

async function startMongo({ GenericContainer, Wait }) {
  const container = await new GenericContainer(IMAGES.read)
    .withCommand(['mongod', '--replSet', 'rs0', '--bind_ip_all'])
    .withExposedPorts(27017)
    .withWaitStrategy(Wait.forLogMessage(/Waiting for connections/))
    .start();
  stopping.push(() => container.stop());
  const initiate = "rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: '127.0.0.1:27017' }] })";
  await container.exec(['mongosh', '--quiet', '--eval', initiate]);
  return `mongodb://${container.getHost()}:${container.getMappedPort(27017)}/?directConnection=true`;
}
