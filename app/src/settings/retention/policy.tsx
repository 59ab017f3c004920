import { useState } from 'react';
import type { ConversationType } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { Choice } from '../../ui/choice.js';
import { Confirm } from '../../ui/confirm.js';
import { TextField } from '../../ui/field.js';
import { texts } from './texts.js';

const CHOICES = ['none', 'ARCHIVED', 'ALL'] as const;
type Chosen = (typeof CHOICES)[number];

/** The policy of a type. It is saved after a question, since it removes for good. */
export function Policy({ type }: { readonly type: ConversationType }) {
  const text = useTexts(texts);
  const [scope, setScope] = useState<Chosen>(type.retention_policy_scope ?? 'none');
  const [days, setDays] = useState(type.retention_policy_days ?? 90);
  const [isAsking, setAsking] = useState(false);
  const path = { conversation_type_id: type.id };
  const save = useChange(
    'PATCH /conversation-types/{conversation_type_id}',
    'GET /conversation-types',
    'GET /conversation-types/{conversation_type_id}/retention/preview',
  );
  const body =
    scope === 'none'
      ? { retention_policy_scope: null, retention_policy_days: null }
      : { retention_policy_scope: scope, retention_policy_days: days };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setAsking(true);
      }}
    >
      <Choice label={text.policy} values={CHOICES} value={scope} onChange={(chosen) => setScope(chosen ?? 'none')}>
        {(each) => text.policies[each]}
      </Choice>
      {scope === 'none' ? null : (
        <TextField
          label={text.days}
          hint={text.daysHint}
          type="number"
          min={1}
          required
          value={days}
          onChange={(event) => setDays(event.currentTarget.valueAsNumber)}
        />
      )}
      <p role="status">{save.isSuccess ? text.saved : ''}</p>
      <div className="actions">
        <button type="submit" className="main">
          {text.save}
        </button>
      </div>
      {isAsking ? (
        <Confirm
          title={text.confirmTitle}
          action={text.save}
          isDangerous={scope !== 'none'}
          onClose={() => setAsking(false)}
          onConfirm={() => save.mutateAsync({ path, body })}
        >
          <p>{text.confirmAbout}</p>
        </Confirm>
      ) : null}
    </form>
  );
}
