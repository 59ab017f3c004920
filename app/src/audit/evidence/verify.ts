import type { Erasure } from '../../../../sdk/src/api.js';
import type { Tidings } from '../../../../sdk/src/tidings.js';
import { isConsistent, isIncluded } from './merkle.js';
import { bytesOf, openNote, signedText } from './note.js';

/** The result in the browser. `unsigned`: no key of the service signed the checkpoint. */
export interface Verdict {
  readonly is: 'good' | 'unsigned' | 'wrong' | 'unsupported';
}

async function logKeys(): Promise<readonly string[]> {
  const response = await fetch('/.well-known/tidings-log-keys');
  return (await response.text()).split('\n').filter((line) => line !== '');
}

/** Runs where the browser verifies signatures: on https and localhost. */
async function verified(check: () => Promise<Verdict>): Promise<Verdict> {
  if (!globalThis.crypto?.subtle) return { is: 'unsupported' };
  try {
    return await check();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return { is: 'unsupported' };
    throw error;
  }
}

/** Whether a signed checkpoint covers the event. @throws TidingsError, NoAnswer */
export const verifyEvent = (tidings: Tidings, event_id: string): Promise<Verdict> =>
  verified(async () => {
    const proof = await tidings.call('GET /audit/proof', { query: { event_id } });
    const { checkpoints } = await tidings.call('GET /audit/checkpoints', { query: { limit: 100 } });
    const note = checkpoints.find(({ size }) => size === proof.size)?.note;
    const head = note === undefined ? undefined : await openNote(note, await logKeys());
    if (!head) return { is: 'unsigned' };
    const hashes = proof.hashes.map(bytesOf);
    const isGood =
      head.size === proof.size && (await isIncluded(bytesOf(proof.leaf), proof.index, proof.size, hashes, head.root));
    return isGood ? { is: 'good' } : { is: 'wrong' };
  });

/** Whether the latest checkpoint begins with what an earlier note states. @throws TidingsError, NoAnswer */
export const verifyNote = (tidings: Tidings, note: string, latest: string): Promise<Verdict> =>
  verified(async () => {
    const keys = await logKeys();
    const [earlier, later] = [await openNote(note, keys), await openNote(latest, keys)];
    if (!earlier || !later) return { is: 'unsigned' };
    if (earlier.size === 0) return { is: 'good' };
    const query = { from: earlier.size, to: later.size };
    const { hashes } = await tidings.call('GET /audit/consistency', { query });
    return (await isConsistent(earlier, later, hashes.map(bytesOf))) ? { is: 'good' } : { is: 'wrong' };
  });

/** Whether a key of the service signed the certificate of an erasure as it is shown. */
export const verifyErasure = ({ signature = '', ...certificate }: Erasure): Promise<Verdict> =>
  verified(async () => {
    const text = await signedText(signature, await logKeys());
    if (text === undefined) return { is: 'unsigned' };
    // Canonical JSON (RFC 8785) of an object of texts and integers.
    const shown = Object.fromEntries(Object.entries(certificate).sort(([a], [b]) => (a < b ? -1 : 1)));
    return { is: text === `${JSON.stringify(shown)}\n` ? 'good' : 'wrong' };
  });
