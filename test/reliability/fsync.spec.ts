import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nodeArguments } from './typescript-child.js';

const APPENDS = 200;
const EX_SOFTWARE = 70;
const SYNC_DONE = /\b(?:fsync|fdatasync)\b.*= 0$/;
const ANSWERED = /\bwrite\(1, "ack (\d+)/;

const home = mkdtempSync(join(tmpdir(), 'tidings-fsync-'));
afterAll(() => rmSync(home, { recursive: true }));

const works = spawnSync('strace', ['-f', 'true']).status === 0;
if (!works)
  console.warn('SKIPPED: fsync before answer. It is counted with strace, which is missing or forbidden here.');

function traced(name: string, ...options: readonly string[]) {
  const trace = join(home, `${name}.trace`);
  const child = nodeArguments('test/reliability/append-child.ts', join(home, name, 'log.db'), `${APPENDS}`, 'end');
  const strace = ['-f', '-o', trace, '-e', 'trace=fsync,fdatasync,write', ...options];
  const { status, stdout, stderr } = spawnSync('strace', [...strace, process.execPath, ...child], { encoding: 'utf8' });
  return { status, stderr, acks: stdout.split('\n').filter((line) => line.startsWith('ack')), trace: lines(trace) };
}

const lines = (file: string): string[] => readFileSync(file, 'utf8').split('\n');

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

describe.skipIf(!works)('the disk below the log', () => {
  it('has synced every append before it is answered', () => {
    const { status, acks, trace } = traced('counted');
    expect(status).toBe(0);
    expect(acks).toHaveLength(APPENDS);
    const syncs = syncsBeforeAnswers(trace);
    expect(syncs).toHaveLength(APPENDS);
    expect(Math.min(...syncs)).toBeGreaterThanOrEqual(1);
  });

  it('ends the process when it fails to sync, and nothing is answered after that', () => {
    const { status, stderr, acks, trace } = traced('failing', '-e', 'inject=fsync,fdatasync:error=EIO:when=50+');
    expect(status).toBe(EX_SOFTWARE);
    expect(stderr).toContain('The disk of the event log failed');
    expect(acks.length).toBeGreaterThan(0);
    const failure = trace.findIndex((line) => line.includes('EIO'));
    expect(trace.slice(failure).filter((line) => ANSWERED.test(line))).toEqual([]);
  });
});
