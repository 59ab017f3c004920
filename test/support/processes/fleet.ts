import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { ProcessRole } from '../../../src/engine/effects/worker-host.js';
import type { Service } from '../../fixtures/caller.js';
import { enginesFor } from '../engines.js';
import { httpClient } from '../http-client.js';
import { compiledService } from './compiled-service.js';
import { freePort } from './free-port.js';
import { shareGazetteer } from './shared-gazetteer.js';
import { startArguments } from './start-arguments.js';

/** A process without the role `api` has no address to tell. */
const LISTENS = /Tidings (?:listens at (\S+)|runs)/;
const LONGEST_START_MS = 60_000;

/** One process of a service. */
export interface Member extends Service {
  readonly isAlive: boolean;
  /** What it said on stderr and logged as errors. */
  readonly told: string;
  kill(): Promise<void>;
  /** Asks it to end; how long that took and with which code it did. */
  leave(signal?: NodeJS.Signals): Promise<{ readonly ms: number; readonly code: number | null }>;
}

export interface Fleet {
  readonly dataDir: string;
  readonly members: readonly Member[];
  start(roles: readonly ProcessRole[], environment?: Readonly<Record<string, string>>): Promise<Member>;
  close(): Promise<void>;
}

/** Processes that share a data folder and the engines that the run names (or `environment` does). */
export function newFleet(environment: Readonly<Record<string, string>> = {}): Fleet {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-fleet-'));
  shareGazetteer(dataDir);
  const members: Member[] = [];
  return {
    dataDir,
    members,
    async start(roles, more = {}) {
      const member = await startMember({
        PATH: process.env.PATH ?? '',
        PORT: roles.includes('api') ? '0' : String(await freePort()),
        DATA_DIR: dataDir,
        ROLES: roles.join(','),
        LOG_LEVEL: 'error',
        PUBLIC_URL: 'http://tidings.test',
        ACCESS_TOKEN_SECONDS: '86400',
        ...enginesFor(dataDir),
        ...environment,
        ...more,
      });
      members.push(member);
      return member;
    },
    async close() {
      await Promise.all(members.map((member) => member.kill()));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function startMember(env: Readonly<Record<string, string>>): Promise<Member> {
  const child = spawn(process.execPath, [...startArguments, join(compiledService(), 'src/main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  let told = '';
  let isAlive = true;
  void ended.then(() => {
    isAlive = false;
  });
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => child.kill('SIGKILL'), LONGEST_START_MS);
    const listen = (chunk: Buffer) => {
      told += chunk;
      const said = LISTENS.exec(told);
      if (said === null) return;
      clearTimeout(late);
      resolve(said[1] ?? `http://127.0.0.1:${env.PORT}`);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    void ended.then(() => reject(new Error(`It did not start:\n${told}`)));
  });
  const client = httpClient(url);
  return {
    url,
    get isAlive() {
      return isAlive;
    },
    get told() {
      return told;
    },
    call: client.call,
    async kill() {
      child.kill('SIGKILL');
      await ended;
      client.close();
    },
    async leave(signal = 'SIGTERM') {
      const askedMs = performance.now();
      child.kill(signal);
      const [code] = await ended;
      return { ms: performance.now() - askedMs, code };
    },
  };
}
