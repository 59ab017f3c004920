import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import type { FunctionCalls } from './path/calls.js';

// Loaded before a measured program. It reports to the parent process how much CPU time and memory the program uses, and
// which functions it called.
interface Question {
  readonly ask: string;
  readonly path?: string;
}

let session: Session | undefined;

async function profiler(): Promise<Session> {
  if (session) return session;
  session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  return session;
}

async function save(path: string): Promise<void> {
  const { profile } = (await session?.post('Profiler.stop')) ?? {};
  if (profile) writeFileSync(path, JSON.stringify(profile));
}

/** The functions that were called since the last time. V8 counts from zero after each time. */
async function called(): Promise<readonly FunctionCalls[]> {
  const { result } = await (await profiler()).post('Profiler.takePreciseCoverage');
  return result.flatMap(({ url, functions }) =>
    functions.flatMap(({ ranges: [whole] }) =>
      whole && whole.count > 0 ? [{ url, at: whole.startOffset, calls: whole.count }] : [],
    ),
  );
}

function usage(): object {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1_000, rssMiB: process.memoryUsage.rss() / 1_048_576 };
}

async function take({ ask, path }: Question): Promise<object | undefined> {
  if (ask === 'profile') await (await profiler()).post('Profiler.start');
  else if (ask === 'save' && path) await save(path);
  else if (ask === 'count')
    await (await profiler()).post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  else if (ask === 'collect') await (await profiler()).post('HeapProfiler.collectGarbage');
  else if (ask === 'called') return called();
  else if (ask !== 'usage') return undefined;
  return usage();
}

process.on('message', async (question: Question) => {
  const answer = await take(question);
  if (answer) process.send?.(answer);
});
process.on('disconnect', () => process.exit());
process.channel?.unref();
