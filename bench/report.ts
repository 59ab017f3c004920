import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

/** Loaded before a measured program. It reports to the parent process how much CPU time and memory the program uses. */
let session: Session | undefined;

async function profile(): Promise<void> {
  session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
}

async function save(path: string): Promise<void> {
  const { profile } = (await session?.post('Profiler.stop')) ?? {};
  if (profile) writeFileSync(path, JSON.stringify(profile));
}

process.on('message', async (asked: { readonly ask: string; readonly path?: string }) => {
  if (asked.ask === 'profile') await profile();
  else if (asked.ask === 'save' && asked.path) await save(asked.path);
  else if (asked.ask !== 'usage') return;
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1_000, rssMiB: process.memoryUsage.rss() / 1_048_576 });
});
process.on('disconnect', () => process.exit());
process.channel?.unref();
