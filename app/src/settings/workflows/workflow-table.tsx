import type { Workflow } from '../../../../sdk/src/api.js';
import { useTexts } from '../../language.js';
import { Table } from '../../ui/table.js';
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
    <Table columns={[text.enabled, text.id, text.type, text.trigger]} actions={text.actions}>
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
    </Table>
  );
}
