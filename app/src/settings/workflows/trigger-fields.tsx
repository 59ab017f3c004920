import type { ParticipantKind } from '../../../../sdk/src/api.js';
import { useTexts } from '../../language.js';
import { Choice } from '../../ui/choice.js';
import { TextField } from '../../ui/field.js';
import { messageAt } from '../../ui/problem.js';
import { ActionFields } from './action-fields.js';
import { Branches } from './branches.js';
import { TRIGGER_KINDS, type TriggerDraft } from './draft.js';
import { texts } from './texts.js';

const AUTHORS: readonly ParticipantKind[] = ['USER', 'CLIENT', 'SHARED', 'WORKFLOW'];

interface Props {
  readonly trigger: TriggerDraft;
  readonly onChange: (trigger: TriggerDraft) => void;
  readonly templates: readonly string[];
  readonly error: unknown;
}

/** The event that starts a workflow, and the actions that follow. */
export function TriggerFields({ trigger, onChange, templates, error }: Props) {
  const text = useTexts(texts);
  const { kind, action, hasElse, sequence, participantKind, branches } = trigger;
  const set = (next: Partial<TriggerDraft>) => onChange({ ...trigger, ...next });
  const hasBranches = kind === 'CONVERSATION_DATA_CHANGED' && branches.length > 0;
  return (
    <>
      <Choice
        label={text.trigger}
        values={TRIGGER_KINDS}
        value={kind}
        onChange={(chosen = kind) => set({ kind: chosen })}
      >
        {(each) => text.triggers[each]}
      </Choice>
      {kind === 'MESSAGE_ADDED_TO_CONVERSATION' ? (
        <>
          <TextField
            label={text.sequence}
            hint={text.sequenceHint}
            type="number"
            min={1}
            value={sequence}
            onChange={(event) => set({ sequence: event.currentTarget.value })}
            error={messageAt(error, 'trigger.message_sequence')}
          />
          <Choice
            label={text.participant}
            all={text.anyAuthor}
            values={AUTHORS}
            value={participantKind}
            onChange={(chosen) => set({ participantKind: chosen })}
          >
            {(each) => text.participants[each]}
          </Choice>
        </>
      ) : null}
      {kind === 'CONVERSATION_DATA_CHANGED' ? (
        <Branches
          branches={branches}
          onChange={(next) => set({ branches: next })}
          templates={templates}
          error={error}
        />
      ) : null}
      {hasBranches ? (
        <label className="check else">
          <input
            type="checkbox"
            checked={hasElse}
            onChange={(event) => set({ hasElse: event.currentTarget.checked })}
          />{' '}
          {text.orElse}
        </label>
      ) : null}
      {hasBranches && !hasElse ? null : (
        <ActionFields
          action={action}
          onChange={(next) => set({ action: next })}
          templates={templates}
          error={messageAt(error, 'trigger.action.template_name')}
        />
      )}
    </>
  );
}
