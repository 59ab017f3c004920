import { useEffect, useRef } from 'react';
import type { Conversation, Message } from '../../../../sdk/src/api.js';
import { texts as inboxTexts } from '../../inbox/texts.js';
import { useTexts } from '../../language.js';
import { go, hrefOf } from '../../routing/address.js';
import { paths } from '../../routing/paths.js';
import { useApp } from '../../session/context.js';
import { useFrames } from '../../session/feed.js';
import { isNotifying } from './permission.js';

/** Characters of the text of a notification. */
const MOST = 80;
/** Conversations whose notification waits for its text. */
const MOST_WAITING = 20;
const LOCK = 'tidings.app.notifications';

/** Shows new messages of others while the page is hidden. One tab of the browser does it. */
export function useNotifications(): void {
  const { tidings, me, tenant } = useApp();
  const text = useTexts(inboxTexts);
  const isChosen = useIsChosen();
  const waiting = useRef(new Map<string, Message>());
  const isReading = useRef(false);

  useFrames((frame) => {
    if (frame.type !== 'NEW_MESSAGE' || !document.hidden || !isChosen.current || !isNotifying()) return;
    if (waiting.current.size >= MOST_WAITING) return;
    waiting.current.set(frame.conversation_id, frame.message);
    void tell();
  });

  async function tell(): Promise<void> {
    if (isReading.current) return;
    isReading.current = true;
    for (const [id, message] of waiting.current) {
      waiting.current.delete(id);
      const path = { conversation_id: id };
      const given = { path, query: { includes: ['PARTICIPANTS'] as const } };
      const conversation = await tidings.call('GET /conversations/{conversation_id}', given).catch(() => undefined);
      if (conversation) show(conversation, message);
    }
    isReading.current = false;
  }

  function show({ id, description, participants = [] }: Conversation, message: Message): void {
    const author = participants.find((each) => each.id === message.participant_id);
    if (author && 'user_id' in author && author.user_id === me.id) return;
    const name = author?.display_name || text.someone;
    const said = [message.kind === 'TEXT' ? undefined : text.kinds[message.kind], textOf(message)];
    const body = cut(said.filter(Boolean).join(': '));
    try {
      // The notification of a conversation replaces the one before.
      const shown = new Notification(cut(description ? `${name} · ${description}` : name), {
        body,
        tag: `${tenant.id}/${id}`,
      });
      shown.onclick = () => {
        window.focus();
        shown.close();
        go(hrefOf({ path: paths.conversation(id) }));
      };
    } catch {
      // Some phones have notifications of service workers alone.
    }
  }
}

const textOf = (message: Message): string | undefined => ('text' in message ? message.text : undefined);

function cut(text: string): string {
  const letters = [...text];
  return letters.length <= MOST ? text : `${letters.slice(0, MOST - 1).join('')}…`;
}

/** Whether this tab is the one that notifies: it holds the lock until it closes. */
function useIsChosen() {
  const isChosen = useRef(!('locks' in navigator));
  useEffect(() => {
    if (!('locks' in navigator)) return undefined;
    const leaving = new AbortController();
    const held = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()));
    const hold = () => {
      isChosen.current = true;
      return held;
    };
    navigator.locks.request(LOCK, { signal: leaving.signal }, hold).catch(() => {});
    return () => {
      isChosen.current = false;
      leaving.abort();
    };
  }, []);
  return isChosen;
}
