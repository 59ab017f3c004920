import type { ConversationType } from '../../../../sdk/src/api.js';
import { useTexts } from '../../language.js';
import { TextField } from '../../ui/field.js';
import { messageAt } from '../../ui/problem.js';
import { texts } from './texts.js';

interface Props {
  readonly type: ConversationType | undefined;
  readonly error: unknown;
}

/** Names that clients see. */
export function NameFields({ type, error }: Props) {
  const text = useTexts(texts);
  return (
    <fieldset className="part">
      <legend>{text.names}</legend>
      <TextField
        label={text.team}
        hint={text.teamHint}
        name="display_name_shared_by_users"
        defaultValue={type?.display_name_shared_by_users}
        error={messageAt(error, 'display_name_shared_by_users')}
        autoComplete="off"
      />
      <TextField
        label={text.workflowName}
        hint={text.workflowNameHint}
        name="display_name_for_workflow_participants"
        defaultValue={type?.display_name_for_workflow_participants}
        error={messageAt(error, 'display_name_for_workflow_participants')}
        autoComplete="off"
      />
      <label className="check">
        <input
          type="checkbox"
          name="shared_read_status_for_user_participants"
          defaultChecked={type?.shared_read_status_for_user_participants ?? false}
        />{' '}
        {text.shared}
      </label>
    </fieldset>
  );
}
