import { useState } from 'react';
import type { ApiKey, NewApiKey } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { useList } from '../../calls/use-list.js';
import { useTexts } from '../../language.js';
import { Confirm } from '../../ui/confirm.js';
import { TextField } from '../../ui/field.js';
import { FormDialog, textIn } from '../../ui/form-dialog.js';
import { Listed } from '../../ui/listed.js';
import { messageAt } from '../../ui/problem.js';
import { SecretOnce } from '../../ui/secret-once.js';
import { CreateKey } from './create-key.js';
import { KeyTable } from './key-table.js';
import { texts } from './texts.js';

type Open =
  | { readonly dialog: 'create' }
  | { readonly dialog: 'new'; readonly key: NewApiKey }
  | { readonly dialog: 'rename' | 'delete'; readonly key: ApiKey };

export default function Keys() {
  const text = useTexts(texts);
  const keys = useList('GET /api-keys');
  const rename = useChange('PATCH /api-keys/{key_id}', 'GET /api-keys');
  const remove = useChange('DELETE /api-keys/{key_id}', 'GET /api-keys');
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const nameOf = ({ name }: Pick<ApiKey, 'name'>) => name ?? text.unnamed;
  return (
    <>
      <div className="top">
        <p>{text.about}</p>
        <button type="button" className="main" onClick={() => setOpen({ dialog: 'create' })}>
          {text.create}
        </button>
      </div>
      <Listed list={keys} empty={text.empty}>
        {(items) => (
          <KeyTable
            keys={items}
            onRename={(key) => setOpen({ dialog: 'rename', key })}
            onDelete={(key) => setOpen({ dialog: 'delete', key })}
          />
        )}
      </Listed>
      {open?.dialog === 'create' ? (
        <CreateKey onClose={close} onCreated={(key) => setOpen({ dialog: 'new', key })} />
      ) : null}
      {open?.dialog === 'new' && open.key.api_key !== undefined ? (
        <SecretOnce title={text.newTitle} about={text.newAbout} secret={open.key.api_key} onClose={close} />
      ) : null}
      {open?.dialog === 'rename' ? (
        <FormDialog
          title={text.renameTitle(nameOf(open.key))}
          action={text.save}
          fields={['name']}
          onClose={close}
          onSubmit={(form) =>
            rename.mutateAsync({ path: { key_id: open.key.key_id }, body: { name: textIn(form, 'name') ?? null } })
          }
        >
          {(error) => (
            <TextField label={text.name} name="name" defaultValue={open.key.name} error={messageAt(error, 'name')} />
          )}
        </FormDialog>
      ) : null}
      {open?.dialog === 'delete' ? (
        <Confirm
          title={text.removeTitle(nameOf(open.key))}
          action={text.remove}
          onClose={close}
          onConfirm={() => remove.mutateAsync({ path: { key_id: open.key.key_id } })}
        >
          <p>{text.removeAbout}</p>
        </Confirm>
      ) : null}
    </>
  );
}
