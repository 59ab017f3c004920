import type { WorkflowAction, WorkflowActionKind } from '../../../../sdk/src/api.js';
import { useTexts } from '../../language.js';
import { Choice } from '../../ui/choice.js';
import { Field } from '../../ui/field.js';
import { texts } from './texts.js';

const KINDS: readonly WorkflowActionKind[] = ['SEND_MESSAGE', 'NOTIFY_PARTICIPANTS'];

interface Props {
  readonly action: WorkflowAction;
  readonly onChange: (action: WorkflowAction) => void;
  /** Names of the templates of the tenant. */
  readonly templates: readonly string[];
  readonly error: string | undefined;
}

/** The action of a workflow, with the template of its text. */
export function ActionFields({ action, onChange, templates, error }: Props) {
  const text = useTexts(texts);
  const { kind, template_name } = action;
  const names = template_name === '' || templates.includes(template_name) ? templates : [template_name, ...templates];
  return (
    <div className="filters">
      <Choice
        label={text.action}
        values={KINDS}
        value={kind}
        onChange={(chosen = kind) => onChange({ ...action, kind: chosen })}
      >
        {(each) => text.actionKinds[each]}
      </Choice>
      <Field label={text.template} error={error}>
        {(given) => (
          <select
            {...given}
            required
            value={template_name}
            onChange={(event) => onChange({ ...action, template_name: event.currentTarget.value })}
          >
            <option value="">{text.chooseTemplate}</option>
            {names.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}
