import type { WorkflowRun } from '../../../../sdk/src/api.js';
import { useList } from '../../calls/use-list.js';
import { useTexts } from '../../language.js';
import { Link } from '../../routing/link.js';
import { paths } from '../../routing/paths.js';
import { Dialog } from '../../ui/dialog.js';
import { Listed } from '../../ui/listed.js';
import { When } from '../../ui/when.js';
import { Evaluated } from './evaluated.js';
import { texts } from './texts.js';

/** The runs of a workflow, newest first. */
export function Runs({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const text = useTexts(texts);
  const runs = useList('GET /workflows/{workflow_id}/runs', { path: { workflow_id: id } });
  return (
    <Dialog title={text.runsTitle(id)} onClose={onClose} isWide>
      <Listed list={runs} empty={text.noRuns}>
        {(items) => (
          <ul className="runs">
            {items.map((run) => (
              <li key={run.id}>
                <Run run={run} />
              </li>
            ))}
          </ul>
        )}
      </Listed>
      <div className="actions end">
        <button type="button" onClick={onClose}>
          {text.close}
        </button>
      </div>
    </Dialog>
  );
}

function Run({ run }: { readonly run: WorkflowRun }) {
  const text = useTexts(texts);
  const { status, at, branch, conversation_id, event_id, action, conditions, missing, error } = run;
  return (
    <details>
      <summary>
        <span className={status === 'DONE' ? 'state good' : 'state bad'}>{text.statuses[status]}</span>{' '}
        <span>
          {text.actionKinds[action.kind]} <code>{action.template_name}</code>
          {branch === undefined ? '' : ` · ${text.branch(branch + 1)}`}
        </span>{' '}
        <span className="quiet">
          <When at={at} />
        </span>
      </summary>
      {error ? (
        <p className="error">
          {error.message} <code>{error.code}</code>
        </p>
      ) : null}
      {conditions ? (
        <ul>
          <Evaluated node={conditions} />
        </ul>
      ) : null}
      {missing ? (
        <p>
          {text.missing} {missing.join(', ')}
        </p>
      ) : null}
      <p className="actions">
        <Link to={paths.conversation(conversation_id)}>
          {text.conversation} {conversation_id}
        </Link>
        <Link to={paths.audit('trace')} search={{ id: event_id }}>
          {text.trace}
        </Link>
      </p>
    </details>
  );
}
