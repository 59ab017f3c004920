import type { Connect, Frame, frames as framesOf } from '../../../sdk/src/socket.ts';
import type { CallName, Input, Tidings } from '../../../sdk/src/tidings.ts';
import { opening, type Step, story } from './play.story.ts';
import { clientOf, type SdkModule, type Tenant } from './play.tenant.ts';

/** A frame as the socket of the team received it. */
export interface Received {
  readonly type: string;
  readonly position: string;
  /** Time of the event. */
  readonly at: string;
  /** Milliseconds after the step began. */
  readonly ms: number;
}

/** Result of a step. */
export interface Played {
  /** Status of its call. */
  readonly status?: number;
  readonly frames: readonly Received[];
  /** Unread messages of the team after the step. */
  readonly unread: number;
  /** Types of the event feed by position: the bodies that webhooks deliver. */
  readonly feed: Readonly<Record<string, string>>;
}

export interface Modules {
  readonly sdk: SdkModule;
  readonly frames: typeof framesOf;
  readonly io: Connect;
}

const LONGEST_MS = 60_000;
const FIRST = 'p0';
/** Participant whose unread messages are counted. */
const READER = 'ada';

/** Unread messages up to each frame. A read of the conversation may show a state that is later than the step. */
function unreadCounter() {
  let last = 0;
  let seen = 0;
  return (frame: Frame): number => {
    if (frame.type === 'NEW_MESSAGE') {
      last = frame.message.sequence ?? last;
      if (frame.message.participant_id === READER) seen = last;
    }
    if (frame.type === 'PARTICIPANT_READ_STATUS' && frame.read_status.participant_id === READER) {
      seen = frame.read_status.last_message_seen ?? 0;
    }
    return last - seen;
  };
}

/** Frames with the time of their arrival, which does not wait for the reader. */
function listen(frames: AsyncGenerator<Frame, void, undefined>) {
  const waiting: { readonly frame: Frame; readonly at: number }[] = [];
  let failure: unknown;
  let wake = () => {};
  const pump = async () => {
    for await (const frame of frames) {
      waiting.push({ frame, at: performance.now() });
      wake();
    }
  };
  pump().catch((error: unknown) => {
    failure = error;
    wake();
  });
  return async () => {
    for (;;) {
      const found = waiting.shift();
      if (found) return found;
      if (failure) throw failure;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
}

/** Plays the story in a new conversation, step by step. @throws TidingsError, NoAnswer, DOMException after a minute */
export async function* playStory(
  { sdk, frames, io }: Modules,
  tenant: Tenant,
  id: string,
): AsyncGenerator<Played, void, undefined> {
  const { team } = tenant;
  const end = new AbortController();
  const signal = AbortSignal.any([end.signal, AbortSignal.timeout(LONGEST_MS)]);
  await team.call('POST /conversations', { body: opening.body(id, tenant.ownerId), signal });
  const client = clientOf(sdk, tenant, id);
  await client.call('GET /client-participant/me', { signal });
  const next = listen(frames(team, io, `conversations/${id}`, { after: FIRST, signal }));
  const count = unreadCounter();
  let unread = 0;
  const until = async (types: readonly string[], began: number): Promise<readonly Received[]> => {
    const received: Received[] = [];
    for (let found = 0; found < types.length; ) {
      const { frame, at } = await next();
      if (!('position' in frame) || frame.type === 'GAP') continue;
      unread = count(frame);
      received.push({ type: frame.type, position: frame.position, at: frame.occurred_at, ms: Math.round(at - began) });
      if (frame.type === types[found]) found++;
    }
    return received;
  };

  try {
    let position = (await until(opening.frames, 0)).at(-1)!.position;
    let began = performance.now();
    for (const step of story) {
      if (step.method) began = performance.now();
      const answer = step.method ? await act(step.as === 'client' ? client : team, id, step, signal) : {};
      const received = await until(step.frames, began);
      const after = position;
      position = received.at(-1)!.position;
      yield { ...answer, frames: received, unread, feed: await feedAfter(team, after, position, signal) };
    }
  } finally {
    end.abort();
  }
}

async function act(as: Tidings, id: string, { method, path, body }: Step, signal: AbortSignal) {
  const name = `${method} /conversations/{conversation_id}${path}` as CallName;
  const given = { path: { conversation_id: id }, body, signal } as unknown;
  const { status } = await as.request(name, ...([given] as Input<CallName>));
  return { status };
}

async function feedAfter(team: Tidings, after: string, position: string, signal: AbortSignal) {
  const { events } = await team.call('GET /events', { query: { after }, position, signal });
  return Object.fromEntries(events.map((event) => [event.position, event.type]));
}
