import { useState } from 'react';
import type { ConversationType } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { Confirm } from '../../ui/confirm.js';
import { Dialog } from '../../ui/dialog.js';
import { Problem } from '../../ui/problem.js';
import { Copied } from '../../ui/secret-once.js';
import { texts } from './texts.js';

const LIST = 'GET /conversation-types';

const snippetOf = (key: string): string =>
  [
    `<script type="module" src="${location.origin}/embed/launcher.js"></script>`,
    `<tidings-launcher visitor-key="${key}"></tidings-launcher>`,
  ].join('\n');

interface Props {
  readonly type: ConversationType;
  readonly onClose: () => void;
}

/** The public key of a type: shown, replaced and ended. */
export function VisitorKey({ type: { id, visitor_key }, onClose }: Props) {
  const text = useTexts(texts);
  const path = { conversation_type_id: id };
  const create = useChange('POST /conversation-types/{conversation_type_id}/visitor-key', LIST);
  const end = useChange('DELETE /conversation-types/{conversation_type_id}/visitor-key', LIST);
  const [asking, ask] = useState<'replace' | 'end'>();
  return (
    <Dialog title={text.visitorsTitle(id)} onClose={onClose} isWide>
      <p>{text.visitorsAbout}</p>
      {visitor_key === undefined ? (
        <button type="button" aria-disabled={create.isPending} onClick={() => create.mutate({ path })}>
          {text.createKey}
        </button>
      ) : (
        <>
          <h3>{text.key}</h3>
          <Copied value={visitor_key} />
          <h3>{text.snippet}</h3>
          <div className="snippet">
            <Copied value={snippetOf(visitor_key)} />
          </div>
        </>
      )}
      {create.error ? <Problem error={create.error} /> : null}
      <div className="actions end">
        {visitor_key === undefined ? null : (
          <>
            <button type="button" onClick={() => ask('end')}>
              {text.endKey}
            </button>
            <button type="button" onClick={() => ask('replace')}>
              {text.replaceKey}
            </button>
          </>
        )}
        <button type="button" className="main" onClick={onClose}>
          {text.close}
        </button>
      </div>
      {asking ? (
        <Confirm
          title={asking === 'end' ? text.endTitle : text.replaceTitle}
          action={asking === 'end' ? text.endKey : text.replaceKey}
          onClose={() => ask(undefined)}
          onConfirm={() => (asking === 'end' ? end : create).mutateAsync({ path })}
        >
          <p>{asking === 'end' ? text.endAbout : text.replaceAbout}</p>
        </Confirm>
      ) : null}
    </Dialog>
  );
}
