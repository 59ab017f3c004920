import { useState } from 'react';
import { useList } from '../../calls/use-list.js';
import { useTexts } from '../../language.js';
import { Listed } from '../../ui/listed.js';
import { DeleteType } from './delete-type.js';
import { texts } from './texts.js';
import { TypeDialog } from './type-dialog.js';
import { VisitorKey } from './visitor-key.js';
import './types.css';
import { Table } from '../../ui/table.js';

type Open = { readonly dialog: 'create' } | { readonly dialog: 'edit' | 'visitors' | 'delete'; readonly id: string };

export default function Types() {
  const text = useTexts(texts);
  const list = useList('GET /conversation-types', { query: { limit: 100 } });
  const [open, setOpen] = useState<Open>();
  const [said, say] = useState('');
  const close = () => setOpen(undefined);
  const type = open && 'id' in open ? list.items.find(({ id }) => id === open.id) : undefined;
  return (
    <>
      <div className="top">
        <p>{text.about}</p>
        <button type="button" className="main" onClick={() => setOpen({ dialog: 'create' })}>
          {text.create}
        </button>
      </div>
      <p role="status">{said}</p>
      <Listed list={list} empty={text.empty}>
        {(items) => (
          <Table columns={[text.id, text.description]} actions={text.actions}>
            {items.map(({ id, description }) => (
              <tr key={id}>
                <td>
                  <code>{id}</code>
                </td>
                <td>{description}</td>
                <td>
                  <div className="actions end small">
                    <button type="button" onClick={() => setOpen({ dialog: 'edit', id })}>
                      {text.edit}
                    </button>
                    <button type="button" onClick={() => setOpen({ dialog: 'visitors', id })}>
                      {text.visitors}
                    </button>
                    <button type="button" onClick={() => setOpen({ dialog: 'delete', id })}>
                      {text.remove}
                    </button>
                  </div>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listed>
      {open?.dialog === 'create' || (open?.dialog === 'edit' && type) ? (
        <TypeDialog
          {...(type ? { type } : {})}
          onSaved={({ id }, isCleaned) => say(`${text.saved(id)} ${isCleaned ? text.cleaned : ''}`)}
          onClose={close}
        />
      ) : null}
      {open?.dialog === 'visitors' && type ? <VisitorKey type={type} onClose={close} /> : null}
      {open?.dialog === 'delete' ? <DeleteType id={open.id} onClose={close} /> : null}
    </>
  );
}
