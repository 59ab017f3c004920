import type { Workflow } from '../../../../sdk/src/api.js';
import { useTexts } from '../../language.js';
import { Enabled } from './enabled.js';
import { texts } from './texts.js';

type Dialog = 'edit' | 'dry-run' | 'runs' | 'delete';

interface Props {
  readonly workflows: readonly Workflow[];
  readonly onOpen: (dialog: Dialog, id: string) => void;
}

export function WorkflowTable({ workflows, onOpen }: Props) {
  const text = useTexts(texts);
  const buttons: readonly (readonly [Dialog, string])[] = [
    ['edit', text.edit],
    ['dry-run', text.dryRun],
    ['runs', text.runs],
    ['delete', text.remove],
  ];
  return (
    <table className="rows">
      <thead>
        <tr>
          <th scope="col">{text.enabled}</th>
          <th scope="col">{text.id}</th>
          <th scope="col">{text.type}</th>
          <th scope="col">{text.trigger}</th>
          <th scope="col">
            <span className="unseen">{text.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {workflows.map((workflow) => (
          <tr key={workflow.id}>
            <td>
              <Enabled workflow={workflow} />
            </td>
            <td>
              <code>{workflow.id}</code>
            </td>
            <td>{workflow.conversation_type_id}</td>
            <td>{text.triggers[workflow.trigger.kind]}</td>
            <td>
              <div className="actions end small">
                {buttons.map(([dialog, label]) => (
                  <button key={dialog} type="button" onClick={() => onOpen(dialog, workflow.id)}>
                    {label}
                  </button>
                ))}
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
