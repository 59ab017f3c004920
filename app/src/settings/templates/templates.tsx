import { useState } from 'react';
import type { MessageTemplate } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { useList } from '../../calls/use-list.js';
import { useTexts } from '../../language.js';
import { Confirm } from '../../ui/confirm.js';
import { Listed } from '../../ui/listed.js';
import { Table } from '../../ui/table.js';
import { Preview } from './preview.js';
import { TemplateDialog } from './template-dialog.js';
import { texts } from './texts.js';

const LIST = 'GET /message_templates';

type Open =
  | { readonly dialog: 'create' }
  | { readonly dialog: 'edit' | 'preview' | 'delete'; readonly template: MessageTemplate };

export default function Templates() {
  const text = useTexts(texts);
  const list = useList(LIST, { query: { limit: 100, includes: ['TEXTS', 'PARAMETERS'] } });
  const remove = useChange('DELETE /message_templates/{name}', LIST);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <div className="top">
        <p>{text.about}</p>
        <button type="button" className="main" onClick={() => setOpen({ dialog: 'create' })}>
          {text.create}
        </button>
      </div>
      <Listed list={list} empty={text.empty}>
        {(items) => (
          <Table columns={[text.name, text.kind, text.description]} actions={text.actions}>
            {items.map((template) => (
              <tr key={template.name}>
                <td>
                  <code>{template.name}</code>
                </td>
                <td>{text.kinds[template.kind]}</td>
                <td>{template.is_system_template ? text.system : template.description}</td>
                <td>
                  <div className="actions end small">
                    <button type="button" onClick={() => setOpen({ dialog: 'preview', template })}>
                      {text.preview}
                    </button>
                    {template.is_system_template ? null : (
                      <>
                        <button type="button" onClick={() => setOpen({ dialog: 'edit', template })}>
                          {text.edit}
                        </button>
                        <button type="button" onClick={() => setOpen({ dialog: 'delete', template })}>
                          {text.remove}
                        </button>
                      </>
                    )}
                  </div>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listed>
      {open?.dialog === 'create' ? <TemplateDialog onClose={close} /> : null}
      {open?.dialog === 'edit' ? <TemplateDialog template={open.template} onClose={close} /> : null}
      {open?.dialog === 'preview' ? <Preview name={open.template.name} onClose={close} /> : null}
      {open?.dialog === 'delete' ? (
        <Confirm
          title={text.removeTitle(open.template.name)}
          action={text.remove}
          onClose={close}
          onConfirm={() => remove.mutateAsync({ path: { name: open.template.name } })}
        >
          <p>{text.removeAbout}</p>
        </Confirm>
      ) : null}
    </>
  );
}
