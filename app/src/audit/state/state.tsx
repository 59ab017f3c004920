import type { FormEvent } from 'react';
import type { AuditDiffSubjectKind } from '../../../../sdk/src/api.js';
import { SHOWN_KINDS } from '../../../../src/catalogue/audit/subjects.js';
import { useTexts } from '../../language.js';
import { Choice } from '../../ui/choice.js';
import { TextField } from '../../ui/field.js';
import { useAuditSearch } from '../use-search.js';
import { Moments } from './moments.js';
import { texts } from './texts.js';

/** A resource as of each of its changes. */
export default function State() {
  const text = useTexts(texts);
  const [search, change] = useAuditSearch();
  const kind = SHOWN_KINDS.find((each) => each === search.subject_kind) ?? 'CONVERSATION';
  const { subject_id: id, conversation_id: conversation } = search;
  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const of = (name: string) => String(form.get(name) ?? '').trim();
    change({
      subject_kind: kind,
      subject_id: of('subject_id'),
      ...(form.has('conversation_id') ? { conversation_id: of('conversation_id') } : {}),
    });
  }
  return (
    <>
      <div className="top">
        <p>{text.about}</p>
      </div>
      <form className="filters" onSubmit={apply}>
        <Choice
          label={text.kind}
          values={SHOWN_KINDS}
          value={kind}
          onChange={(chosen) => change({ subject_kind: chosen ?? 'CONVERSATION' })}
        >
          {(each) => each}
        </Choice>
        <TextField label={text.id} name="subject_id" defaultValue={id} required spellCheck={false} autoComplete="off" />
        {kind === 'PARTICIPANT' ? (
          <TextField label={text.conversation} name="conversation_id" defaultValue={conversation} required />
        ) : null}
        <div className="actions">
          <button type="submit" className="main">
            {text.show}
          </button>
        </div>
      </form>
      {id ? (
        <Moments
          key={`${kind} ${id}`}
          kind={kind satisfies AuditDiffSubjectKind}
          id={id}
          conversation={kind === 'PARTICIPANT' ? conversation : undefined}
        />
      ) : null}
    </>
  );
}
