import { lazy, Suspense, useState } from 'react';
import type { Conversation } from '../../../../sdk/src/api.js';
import { useTexts } from '../../language.js';
import { DataList } from './data-list.js';
import { texts } from './texts.js';

const DataEditor = lazy(() => import('../data-form/data-editor.js'));

interface Props {
  readonly conversation: Conversation;
  readonly onSaved: () => Promise<void>;
}

/** The data of the conversation, and the way to its form. */
export function DataSection({ conversation, onSaved }: Props) {
  const text = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  const { conversation_data: data, conversation_type: type } = conversation;
  const isEmpty = data === undefined || Object.keys(data).length === 0;
  return (
    <section>
      <h2>{text.data}</h2>
      {isEmpty ? (
        <p className="quiet">{text.noData}</p>
      ) : (
        <DataList data={data} schema={type?.conversation_data_schema} />
      )}
      <button type="button" className="small" onClick={() => setOpen(true)}>
        {isEmpty ? text.addData : text.editData}
      </button>
      <Suspense>
        {isOpen ? <DataEditor conversation={conversation} onSaved={onSaved} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </section>
  );
}
