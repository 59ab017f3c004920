import { useState } from 'react';
import type { User } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { Confirm } from '../../ui/confirm.js';
import { nameOf } from './name-of.js';
import { texts } from './texts.js';

/** Deletes a user, and erases the person where that is wanted too. */
export function DeleteUser({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const text = useTexts(texts);
  const [erase, setErase] = useState(false);
  const { mutateAsync } = useChange('DELETE /users/{user_id}', 'GET /users');
  return (
    <Confirm
      title={text.removeTitle(nameOf(user))}
      action={text.remove}
      onConfirm={() => mutateAsync({ path: { user_id: user.id }, ...(erase ? { query: { erase } } : {}) })}
      onClose={onClose}
    >
      <p>{text.removeAbout}</p>
      <label className="check">
        <input type="checkbox" checked={erase} onChange={(event) => setErase(event.currentTarget.checked)} />{' '}
        {text.erase}
      </label>
    </Confirm>
  );
}
