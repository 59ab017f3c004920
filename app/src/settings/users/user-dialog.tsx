import type { User, UserRole } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { Field, TextField } from '../../ui/field.js';
import { FormDialog, textIn } from '../../ui/form-dialog.js';
import { messageAt } from '../../ui/problem.js';
import { nameOf } from './name-of.js';
import { texts } from './texts.js';

const ROLES: readonly UserRole[] = ['USER', 'OWNER'];
const FIELDS = ['email', 'role', 'firstname', 'lastname'];

interface Props {
  /** Left out: a user is invited. */
  readonly user?: User;
  readonly onSaved: (user: User) => void;
  readonly onClose: () => void;
}

/** Invites a user, or changes one. */
export function UserDialog({ user, onSaved, onClose }: Props) {
  const text = useTexts(texts);
  const create = useChange('POST /users', 'GET /users');
  const patch = useChange('PATCH /users/{user_id}', 'GET /users');
  async function submit(form: FormData) {
    const email = textIn(form, 'email') ?? '';
    const names = { firstname: textIn(form, 'firstname'), lastname: textIn(form, 'lastname') };
    const role = form.get('role') as UserRole;
    const saved = user
      ? await patch.mutateAsync({
          path: { user_id: user.id },
          body: { role, ...(email === user.email ? {} : { email }), ...cleared(names, user) },
        })
      : await create.mutateAsync({ body: { email, role, ...names } });
    onSaved(saved);
  }
  return (
    <FormDialog
      title={user ? text.editTitle(nameOf(user)) : text.invite}
      action={user ? text.save : text.send}
      fields={FIELDS}
      onSubmit={submit}
      onClose={onClose}
    >
      {(error) => (
        <>
          <TextField
            label={text.email}
            hint={user ? undefined : text.emailHint}
            name="email"
            type="email"
            defaultValue={user?.email}
            error={messageAt(error, 'email')}
            required
          />
          <Field label={text.role} error={messageAt(error, 'role')}>
            {(given) => (
              <select {...given} name="role" defaultValue={user?.role ?? 'USER'}>
                {ROLES.map((role) => (
                  <option key={role} value={role}>
                    {text.roles[role]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {(['firstname', 'lastname'] as const).map((name) => (
            <TextField
              key={name}
              label={text[name]}
              name={name}
              defaultValue={user?.[name]}
              error={messageAt(error, name)}
              autoComplete="off"
            />
          ))}
        </>
      )}
    </FormDialog>
  );
}

/** A patch clears a name by null. */
const cleared = (names: { readonly [name in 'firstname' | 'lastname']: string | undefined }, user: User) =>
  Object.fromEntries(
    Object.entries(names)
      .filter(([name, value]) => value !== user[name as keyof User])
      .map(([name, value]) => [name, value ?? null]),
  );
