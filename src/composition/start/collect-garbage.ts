import { Session } from 'node:inspector/promises';

/** Starting leaves more garbage than data, and a heap that has grown for it; an idle process would keep both. */
export async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}
