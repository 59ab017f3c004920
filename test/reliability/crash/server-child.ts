import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitedMs } from '../../support/processes/linux-processes.js';
import { shareGazetteer } from '../../support/processes/shared-gazetteer.js';
import { startArguments } from '../../support/processes/start-arguments.js';
import type { CrashPoint } from './crash-points.js';

export interface Start {
  /** Where the compiled house stands: `src/main.js` is below it. */
  readonly root: string;
  readonly dataDir: string;
  /** Arguments for Node before the file. */
  readonly node?: readonly string[];
  /** Settings beside those of every child. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Default: 60,000. */
  readonly longestStartMs?: number;
}

export interface ServerChild {
  readonly url: string;
  readonly pid: number;
  /** From its start to its readiness. */
  readonly readyMs: number;
  /** How much of that it could have run and did not, because others of this machine did. */
  readonly heldUpMs: number;
  /** From now on it kills itself where it is told to. */
  arm(point: CrashPoint): Promise<void>;
  /** Kept when it is dead, whoever killed it. */
  readonly ended: Promise<void>;
  kill(): Promise<void>;
  /** What it logged as errors. */
  complaints(): string;
}

const LISTENS = /Tidings listens at (\S+)/;
const LONGEST_START_MS = 60_000;

const settings = (dataDir: string) => ({
  PATH: process.env.PATH,
  PORT: '0',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'error',
  PUBLIC_URL: 'http://tidings.test',
  ACCESS_TOKEN_SECONDS: '86400',
  // Each spent token is refused at once, so that one taken again is seen.
  REFRESH_GRACE_SECONDS: '0',
});

function begin({ root, dataDir, node = [], environment = {} }: Start, armed: boolean): ChildProcess {
  shareGazetteer(dataDir);
  const preload = armed ? ['--import', join(root, 'test/reliability/crash/crash-point.js')] : [];
  return spawn(process.execPath, [...startArguments, ...node, ...preload, join(root, 'src/main.js')], {
    env: { ...settings(dataDir), ...environment },
    stdio: ['ignore', 'pipe', 'pipe', ...(armed ? (['ipc'] as const) : [])],
  });
}

/** The real service in a process of its own. Only with `armed` does it know of crash points. */
export async function startServer(start: Start, { armed = false } = {}): Promise<ServerChild> {
  const started = performance.now();
  const child = begin(start, armed);
  const ended = once(child, 'exit').then(() => {});
  let told = '';
  let logged = '';
  child.stdout?.on('data', (chunk) => {
    logged += chunk;
  });
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => child.kill('SIGKILL'), start.longestStartMs ?? LONGEST_START_MS);
    child.stderr?.on('data', (chunk) => {
      told += chunk;
      const [, listens] = LISTENS.exec(told) ?? [];
      if (listens === undefined) return;
      clearTimeout(late);
      resolve(listens);
    });
    void ended.then(() => reject(new Error(`The server did not start:\n${told}${logged}`)));
  });
  await fetch(`${url}/health/ready`).then(({ status }) => {
    if (status !== 200) throw new Error(`It listens and is not ready: ${status}\n${told}${logged}`);
  });
  return {
    url,
    pid: child.pid ?? 0,
    readyMs: performance.now() - started,
    heldUpMs: waitedMs(child.pid),
    async arm(point) {
      const ready = once(child, 'message');
      child.send(point);
      await ready;
    },
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    complaints: () => logged + told.replace(/\n?Tidings listens[^\n]*\nNext:[^\n]*\n(The app is at [^\n]*\n)?/, ''),
  };
}

/** Starts it and kills it so many milliseconds later, wherever it is by then. */
export async function startAndKill(start: Start, ms: number): Promise<void> {
  const child = begin(start, false);
  const ended = once(child, 'exit');
  await sleep(ms);
  child.kill('SIGKILL');
  await ended;
}
