import { X } from 'lucide-react';
import { type FormEvent, useId, useRef } from 'react';
import type { Conversation } from '../../../../sdk/src/api.js';
import { useTexts } from '../../language.js';
import { Label } from '../list/marks.js';
import { texts } from '../texts.js';

const MOST_SEEN = 200;
const MOST_LENGTH = 100;

interface Props {
  readonly chosen: readonly string[];
  readonly conversations: readonly Conversation[];
  readonly onChange: (labels: readonly string[]) => void;
}

/** Labels that a conversation has to have. The field proposes those of the conversations seen so far. */
export function LabelFilter({ chosen, conversations, onChange }: Props) {
  const text = useTexts(texts);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const seen = useRef(new Set<string>());
  for (const { labels = [] } of conversations)
    for (const label of labels) if (seen.current.size < MOST_SEEN) seen.current.add(label);
  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const label = String(new FormData(form).get('label')).trim();
    if (label === '') return;
    form.reset();
    onChange([...chosen, label]);
  }
  function remove(label: string) {
    onChange(chosen.filter((each) => each !== label));
    // The button leaves.
    field.current?.focus();
  }
  return (
    <form onSubmit={add}>
      <label htmlFor={id}>{text.label}</label>
      <input
        ref={field}
        id={id}
        name="label"
        list={`${id}-seen`}
        maxLength={MOST_LENGTH}
        aria-describedby={`${id}-hint`}
      />
      <datalist id={`${id}-seen`}>
        {[...seen.current].sort().map((label) => (
          <option key={label} value={label} />
        ))}
      </datalist>
      <p className="hint" id={`${id}-hint`}>
        {text.labelHint}
      </p>
      {chosen.length === 0 ? null : (
        <ul className="chosen">
          {chosen.map((label) => (
            <li key={label}>
              <Label label={label} />
              <button type="button" className="icon" aria-label={text.removeLabel(label)} onClick={() => remove(label)}>
                <X size={16} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
