import { useState } from 'react';
import { useChange } from '../../calls/use-call.js';
import { useList } from '../../calls/use-list.js';
import { useTexts } from '../../language.js';
import { Confirm } from '../../ui/confirm.js';
import { Listed } from '../../ui/listed.js';
import { Problem } from '../../ui/problem.js';
import { DryRun } from './dry-run.js';
import { Runs } from './runs.js';
import { texts } from './texts.js';
import { WorkflowDialog } from './workflow-dialog.js';
import { WorkflowTable } from './workflow-table.js';
import './workflows.css';

const LIST = 'GET /workflows';

type Open =
  | { readonly dialog: 'create' }
  | { readonly dialog: 'edit' | 'dry-run' | 'runs' | 'delete'; readonly id: string };

export default function Workflows() {
  const text = useTexts(texts);
  const list = useList(LIST);
  const types = useList('GET /conversation-types', { query: { limit: 100 } });
  const remove = useChange('DELETE /workflows/{workflow_id}', LIST);
  const [open, setOpen] = useState<Open>();
  const [said, say] = useState('');
  const close = () => setOpen(undefined);
  const workflow = open && 'id' in open ? list.items.find(({ id }) => id === open.id) : undefined;
  const hasTypes = types.items.length > 0;
  return (
    <>
      <div className="top">
        <p>{text.about}</p>
        {hasTypes ? (
          <button type="button" className="main" onClick={() => setOpen({ dialog: 'create' })}>
            {text.create}
          </button>
        ) : null}
      </div>
      <p role="status">{said}</p>
      {types.error === undefined ? null : <Problem error={types.error} onRetry={types.retry} />}
      <Listed list={list} empty={hasTypes || types.isLoading ? text.empty : text.noTypes}>
        {(items) => <WorkflowTable workflows={items} onOpen={(dialog, id) => setOpen({ dialog, id })} />}
      </Listed>
      {open?.dialog === 'create' || (open?.dialog === 'edit' && workflow) ? (
        <WorkflowDialog
          {...(workflow ? { workflow } : {})}
          types={types.items.map(({ id }) => id)}
          onSaved={({ id }) => say(text.saved(id))}
          onClose={close}
        />
      ) : null}
      {open?.dialog === 'dry-run' ? <DryRun id={open.id} onClose={close} /> : null}
      {open?.dialog === 'runs' ? <Runs id={open.id} onClose={close} /> : null}
      {open?.dialog === 'delete' ? (
        <Confirm
          title={text.removeTitle(open.id)}
          action={text.remove}
          onClose={close}
          onConfirm={() => remove.mutateAsync({ path: { workflow_id: open.id } })}
        >
          <p>{text.removeAbout}</p>
        </Confirm>
      ) : null}
    </>
  );
}
