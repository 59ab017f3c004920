import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compiledService } from '../support/processes/compiled-service.js';
import { canTrace, STRACE } from './power/strace.js';

const APPENDS = 200;
const EX_SOFTWARE = 70;
const SYNC = /\b(?:fsync|fdatasync)\b/;
const SYNC_DONE = /\b(?:fsync|fdatasync)\b.*= 0$/;
const ANSWERED = /\bwrite\(1, "ack (\d+)/;

const FAILING = ['-e', 'inject=fsync,fdatasync:error=EIO:when=50+'];

const home = mkdtempSync(join(tmpdir(), 'tidings-fsync-'));
afterAll(() => rmSync(home, { recursive: true }));

if (!canTrace)
  console.warn('SKIPPED: fsync before answer. It is counted with strace, which is missing or forbidden here.');

type Store = 'log' | 'entries';

function traced(store: Store, name: string, manner: string, ...options: readonly string[]) {
  const trace = join(home, `${store}-${name}.trace`);
  const path = join(home, `${store}-${name}`, 'store.db');
  const arguments_ = [path, `${APPENDS}`, manner, ...(store === 'entries' ? [store] : [])];
  const child = [join(compiledService(), 'test/reliability/append-child.js'), ...arguments_];
  const strace = [...STRACE, '-o', trace, '-e', 'trace=fsync,fdatasync,write', ...options];
  const { status, stdout, stderr } = spawnSync('strace', [...strace, process.execPath, ...child], { encoding: 'utf8' });
  return { status, stderr, said: stdout.trimEnd().split('\n'), trace: lines(trace) };
}

const lines = (file: string): string[] => readFileSync(file, 'utf8').split('\n');

const failure = (trace: readonly string[]): number => trace.findIndex((line) => line.includes('EIO'));

/** How many syncs were done before each answer, since the answer before it. */
function syncsBeforeAnswers(trace: readonly string[]): number[] {
  const counts: number[] = [];
  let syncs = 0;
  for (const line of trace) {
    if (SYNC_DONE.test(line)) syncs++;
    if (!ANSWERED.test(line)) continue;
    counts.push(syncs);
    syncs = 0;
  }
  return counts;
}

const NAMES = { log: 'event log', entries: 'operational store' };

describe.skipIf(!canTrace).each(['log', 'entries'] as const)('the disk below the %s', (store) => {
  test('has synced every append before it is answered', () => {
    const { status, said, trace } = traced(store, 'counted', 'end');
    expect(status).toBe(0);
    expect(said.at(-1)).toBe(`ack ${APPENDS}`);
    const syncs = syncsBeforeAnswers(trace);
    expect(syncs).toHaveLength(APPENDS);
    expect(Math.min(...syncs)).toBeGreaterThanOrEqual(1);
  });

  test('ends the process when it fails to sync, and nothing is answered after that', () => {
    const { status, stderr, said, trace } = traced(store, 'failing', 'end', ...FAILING);
    expect(status).toBe(EX_SOFTWARE);
    expect(stderr).toContain(`The disk of the ${NAMES[store]} failed`);
    expect(said.at(-1)).toMatch(/^ack \d+$/);
    expect(trace.slice(failure(trace)).filter((line) => /\bwrite\(1,/.test(line))).toEqual([]);
  });

  test('is not asked again after it failed once, though it would sync again', () => {
    const { said, trace } = traced(store, 'passing', 'despite', '-e', 'inject=fsync,fdatasync:error=EIO:when=50');
    const answered = said.filter((line) => line.startsWith('ack')).length;
    const refused = Array.from({ length: APPENDS - answered }, () => 'refused StoreUnavailable');
    expect(said.slice(answered)).toEqual(['fatal', ...refused]);
    expect(trace.slice(failure(trace) + 1).filter((line) => SYNC.test(line))).toEqual([]);
  });
});
