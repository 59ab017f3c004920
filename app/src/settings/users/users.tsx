import { useState } from 'react';
import type { User } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { useList } from '../../calls/use-list.js';
import { useTexts } from '../../language.js';
import { useApp } from '../../session/context.js';
import { Listed } from '../../ui/listed.js';
import { Problem } from '../../ui/problem.js';
import { Table } from '../../ui/table.js';
import { DeleteUser } from './delete-user.js';
import { nameOf } from './name-of.js';
import { texts } from './texts.js';
import { UserDialog } from './user-dialog.js';

type Open = { readonly dialog: 'invite' } | { readonly dialog: 'edit' | 'delete'; readonly user: User };

export default function Users() {
  const { me } = useApp();
  const text = useTexts(texts);
  const users = useList('GET /users');
  const invitation = useChange('POST /users/{user_id}/invitation');
  const [open, setOpen] = useState<Open>();
  const [said, say] = useState('');
  const close = () => setOpen(undefined);
  return (
    <>
      <div className="top">
        <p>{text.about}</p>
        <button type="button" className="main" onClick={() => setOpen({ dialog: 'invite' })}>
          {text.invite}
        </button>
      </div>
      <p role="status">{said}</p>
      {invitation.error ? <Problem error={invitation.error} /> : null}
      <Listed list={users} empty={text.empty}>
        {(items) => (
          <Table columns={[text.name, text.email, text.role]} actions={text.actions}>
            {items.map((user) => (
              <tr key={user.id}>
                <td>
                  {nameOf(user)} {user.id === me.id ? <span className="quiet">({text.you})</span> : null}
                </td>
                <td>{user.email}</td>
                <td>{text.roles[user.role]}</td>
                <td>
                  <div className="actions end small">
                    {user.id === me.id ? null : (
                      <button
                        type="button"
                        onClick={() =>
                          invitation.mutate(
                            { path: { user_id: user.id } },
                            { onSuccess: () => say(text.sent(user.email)) },
                          )
                        }
                      >
                        {text.again}
                      </button>
                    )}
                    <button type="button" onClick={() => setOpen({ dialog: 'edit', user })}>
                      {text.edit}
                    </button>
                    <button type="button" onClick={() => setOpen({ dialog: 'delete', user })}>
                      {text.remove}
                    </button>
                  </div>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listed>
      {open?.dialog === 'invite' ? <UserDialog onClose={close} onSaved={({ email }) => say(text.sent(email))} /> : null}
      {open?.dialog === 'edit' ? <UserDialog user={open.user} onClose={close} onSaved={() => {}} /> : null}
      {open?.dialog === 'delete' ? <DeleteUser user={open.user} onClose={close} /> : null}
    </>
  );
}
