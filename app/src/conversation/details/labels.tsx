import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { Conversation } from '../../../../sdk/src/api.js';
import { conversationLimits } from '../../../../src/catalogue/limits/conversation.js';
import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { useApp } from '../../session/context.js';
import { Problem } from '../../ui/problem.js';
import { useSay } from '../say.js';
import { texts } from './texts.js';

/** Labels of the newest conversations are suggested. */
const SUGGESTED_FROM = 100;

/** The scope of `scope:value` ends at the first colon. */
const scopeOf = (label: string): string | undefined => (label.includes(':') ? label.split(':')[0] : undefined);

/** Labels, which are added with suggestions and removed without a question. */
export function Labels({ conversation }: { readonly conversation: Conversation }) {
  const text = useTexts(texts);
  const say = useSay();
  const { tidings } = useApp();
  const [typed, setTyped] = useState('');
  const [isAsked, setAsked] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const { labels = [] } = conversation;
  const path = { conversation_id: conversation.id };
  const adding = useChange('POST /conversations/{conversation_id}/labels', 'GET /conversations');
  const removing = useChange('DELETE /conversations/{conversation_id}/labels/{label}', 'GET /conversations');
  const suggested = useQuery({
    queryKey: ['labels'],
    enabled: isAsked,
    queryFn: async () => {
      const query = { limit: SUGGESTED_FROM, order_by: 'updated_at' } as const;
      const { conversations } = await tidings.call('GET /conversations', { query });
      return [...new Set(conversations.flatMap((each) => each.labels ?? []))].sort();
    },
  });
  const label = typed.trim();
  const replaced = labels.find(
    (each) => scopeOf(label) !== undefined && scopeOf(each) === scopeOf(label) && each !== label,
  );
  const error = adding.error ?? removing.error;

  function add(event: FormEvent) {
    event.preventDefault();
    if (label === '' || adding.isPending) return;
    removing.reset();
    const onSuccess = () => {
      setTyped('');
      say(text.labelAdded(label));
    };
    adding.mutate({ path, body: { labels: [label] } }, { onSuccess });
  }
  function remove(gone: string) {
    adding.reset();
    const onSuccess = () => say(text.labelRemoved(gone));
    removing.mutate({ path: { ...path, label: gone } }, { onSuccess });
    input.current?.focus();
  }

  return (
    <section>
      <h2>{text.labels}</h2>
      {labels.length === 0 ? <p className="quiet">{text.noLabels}</p> : null}
      <ul className="labels">
        {labels.map((each) => (
          <li key={each} className="label">
            <span>{each}</span>
            <button
              type="button"
              title={text.removeLabel(each)}
              aria-label={text.removeLabel(each)}
              onClick={() => remove(each)}
            >
              <X size={14} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {error ? <Problem error={error} /> : null}
      <form className="add" onSubmit={add}>
        <input
          ref={input}
          aria-label={text.addLabel}
          placeholder={text.addLabel}
          list={`${id}-known`}
          maxLength={conversationLimits.label}
          value={typed}
          autoComplete="off"
          aria-describedby={`${id}-replaces`}
          onFocus={() => setAsked(true)}
          onChange={({ target }) => setTyped(target.value)}
        />
        <datalist id={`${id}-known`}>
          {suggested.data
            ?.filter((each) => !labels.includes(each))
            .map((each) => (
              <option key={each} value={each} />
            ))}
        </datalist>
        <button type="submit" aria-disabled={label === ''}>
          {text.add}
        </button>
      </form>
      <p className="hint" id={`${id}-replaces`} aria-live="polite">
        {replaced === undefined ? '' : text.replaces(replaced)}
      </p>
    </section>
  );
}
