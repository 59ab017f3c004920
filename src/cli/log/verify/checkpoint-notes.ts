import { openNote } from '../../../adapters/file-keys/notes/signed-note.js';
import type { VerifierKey } from '../../../adapters/file-keys/notes/verifier-key.js';
import { readCheckpoint, type TreeCheckpoint } from '../../../lib/notes/tree-checkpoint.js';
import { originOf } from '../../../ports/identity/log-signer.js';
import type { Stored } from '../../../ports/stores/event-store.js';
import type { ReadableLog } from '../../shared/stores.js';

export type Judged = { readonly checkpoint: TreeCheckpoint } | { readonly wrong: string };

const PAGE = 100;
const WRONG = {
  malformed: 'the checkpoint is no signed note',
  unsigned: 'no known key signed the checkpoint',
  forged: 'the signature of the checkpoint is wrong',
};

/** A checkpoint of a tenant, if a known key signed it. */
export function judgeNote(note: string, keys: readonly VerifierKey[], tenantId?: string): Judged {
  const opened = openNote(note, keys);
  if ('wrong' in opened) return { wrong: WRONG[opened.wrong] };
  const checkpoint = readCheckpoint(opened.text);
  if (!checkpoint) return { wrong: 'the note is no checkpoint' };
  const origins = opened.signedBy.map(({ name }) => originOf(name, tenantId ?? ''));
  const isOwn = tenantId === undefined || origins.includes(checkpoint.origin);
  return isOwn ? { checkpoint } : { wrong: `the checkpoint has the origin ${checkpoint.origin}` };
}

/** The note of an event that holds a checkpoint. */
function noteOf({ type, body }: Stored): string | undefined {
  if (type !== 'CheckpointSigned') return undefined;
  try {
    const { note } = (JSON.parse(body) as { readonly data: { readonly note?: unknown } }).data;
    return typeof note === 'string' ? note : undefined;
  } catch {
    return undefined;
  }
}

/** The checkpoints of a tenant, read ahead in their own stream. */
export class CheckpointNotes {
  private readonly judged = new Map<number, Judged>();
  private readonly ahead: TreeCheckpoint[] = [];
  private readTo = 0;
  private isOver = false;

  constructor(
    private readonly log: ReadableLog,
    private readonly stream: string,
    private readonly tenantId: string,
    private readonly keys: readonly VerifierKey[],
  ) {}

  /** The first checkpoint of at least this size that a known key signed. */
  async next(size: number): Promise<TreeCheckpoint | undefined> {
    for (;;) {
      while (this.ahead[0] && this.ahead[0].size < size) this.ahead.shift();
      if (this.ahead[0] || this.isOver) return this.ahead[0];
      await this.readOn();
    }
  }

  /** The verdict on an event of the stream. */
  of(event: Stored): Judged {
    const known = this.judged.get(event.version);
    this.judged.delete(event.version);
    return known ?? this.judge(event);
  }

  private async readOn(): Promise<void> {
    const page = await this.log.read(this.stream, { from: this.readTo + 1, limit: PAGE });
    for (const event of page) {
      const judged = this.judge(event);
      this.judged.set(event.version, judged);
      if ('checkpoint' in judged) this.ahead.push(judged.checkpoint);
    }
    this.readTo = page.at(-1)?.version ?? this.readTo;
    this.isOver = page.length === 0;
  }

  private judge(event: Stored): Judged {
    const note = noteOf(event);
    return note === undefined ? { wrong: 'the event holds no checkpoint' } : judgeNote(note, this.keys, this.tenantId);
  }
}
