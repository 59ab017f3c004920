import { type FormEvent, useState } from 'react';
import { SUBJECT_KINDS } from '../../../../src/catalogue/audit/subjects.js';
import { useTexts } from '../../language.js';
import { Link } from '../../routing/link.js';
import { paths } from '../../routing/paths.js';
import { Choice } from '../../ui/choice.js';
import { TextField } from '../../ui/field.js';
import type { AuditSearch } from '../search.js';
import { useAuditSearch } from '../use-search.js';
import { texts } from './texts.js';

const TYPED = ['subject_id', 'type', 'actor'] as const;
const MOMENTS = ['after', 'before'] as const;
const NONE: AuditSearch = Object.fromEntries(
  ['subject_kind', 'conversation_id', 'request_id', ...TYPED, ...MOMENTS].map((name) => [name, undefined]),
);

/** The filters of the events. They are in the address, so that a link shows the same events. */
export function Filters() {
  const text = useTexts(texts);
  const [search, change] = useAuditSearch();
  const [round, setRound] = useState(0);
  const labels = { subject_id: text.id, type: text.type, actor: text.actor, after: text.after, before: text.before };
  const hints: Readonly<Record<string, string>> = { type: text.typeHint, actor: text.actorHint };
  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = [...TYPED, ...MOMENTS].map((name) => [name, String(form.get(name) ?? '').trim() || undefined]);
    change(Object.fromEntries(given));
  }
  const isFiltered = Object.keys(NONE).some((name) => search[name as keyof AuditSearch] !== undefined);
  return (
    <form className="filters" key={round} onSubmit={apply}>
      <Choice
        label={text.kind}
        all={text.any}
        values={SUBJECT_KINDS}
        value={SUBJECT_KINDS.find((kind) => kind === search.subject_kind)}
        onChange={(subject_kind) =>
          change({ ...(subject_kind ? { subject_kind } : { subject_kind: undefined as never }) })
        }
      >
        {(each) => each}
      </Choice>
      {TYPED.map((name) => (
        <TextField
          key={name}
          label={labels[name]}
          name={name}
          placeholder={hints[name]}
          defaultValue={search[name] ?? (name === 'subject_id' ? search.conversation_id : undefined)}
          autoComplete="off"
          spellCheck={false}
        />
      ))}
      {MOMENTS.map((name) => (
        <TextField
          key={name}
          label={labels[name]}
          name={name}
          type="datetime-local"
          step={1}
          defaultValue={search[name]}
        />
      ))}
      <div className="actions">
        <button type="submit">{text.apply}</button>
        {isFiltered ? (
          <>
            <button
              type="button"
              onClick={() => {
                change(NONE);
                setRound(round + 1);
              }}
            >
              {text.clear}
            </button>
            <Link to={paths.audit('exports')} search={search}>
              {text.export}
            </Link>
          </>
        ) : null}
      </div>
    </form>
  );
}
