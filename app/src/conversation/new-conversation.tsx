import { useQuery } from '@tanstack/react-query';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { TidingsError } from '../../../sdk/src/errors.js';
import { randomKey } from '../../../sdk/src/random-key.js';
import { useCall, useChange } from '../calls/use-call.js';
import { useTexts } from '../language.js';
import { useApp } from '../session/context.js';
import { Dialog } from '../ui/dialog.js';
import { Field, TextField } from '../ui/field.js';
import { messageAt, Problem } from '../ui/problem.js';
import type { DataProblem } from './data-form/problems.js';
import { Clients } from './new/clients.js';
import { clientsOf, type NewClient, noClient } from './new/new-client.js';
import { texts } from './new/texts.js';
import { useFirstInvalid } from './use-first-invalid.js';
import './data-form/data.css';

const DataFields = lazy(() => import('./data-form/data-fields.js'));

interface Props {
  readonly onClose: () => void;
  readonly onCreated: (id: string) => void;
}

type Data = Readonly<Record<string, unknown>>;

/** Opens a conversation of a type, with the reader, the clients and the data that the type requires. */
export default function NewConversation({ onClose, onCreated }: Props) {
  const text = useTexts(texts);
  const { me } = useApp();
  const list = useCall('GET /conversation-types', { query: { limit: 1_000 } });
  const preferred = usePreferredType();
  const [chosen, choose] = useState<string>();
  const [id, setId] = useState('');
  const [description, setDescription] = useState('');
  const [clients, setClients] = useState<readonly NewClient[]>([noClient()]);
  const [data, setData] = useState<Data | string>({});
  const [problems, setProblems] = useState<readonly DataProblem[]>([]);
  const { mutate, error, isPending } = useChange('POST /conversations', 'GET /conversations');
  const form = useFirstInvalid(problems.length > 0 ? problems : error);
  const types = list.data?.conversation_types ?? [];
  const type = types.find((each) => each.id === (chosen ?? preferred)) ?? types[0];
  const schema = type?.conversation_data_schema;
  const needsData = Array.isArray(schema?.required) && schema.required.length > 0;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!type || isPending || (needsData && typeof data === 'string')) return;
    const found = needsData ? await problemsIn(schema, data) : [];
    setProblems(found);
    if (found.length > 0) return;
    const body = {
      id: id.trim() === '' ? randomKey() : id.trim(),
      conversation_type_id: type.id,
      ...(description.trim() === '' ? {} : { description: description.trim() }),
      ...(needsData && typeof data !== 'string' ? { conversation_data: data } : {}),
      participants: [...clientsOf(clients), { kind: 'USER' as const, user_id: me.id }],
    };
    mutate({ body }, { onSuccess: (made) => onCreated(made.id) });
  }
  const problemsIn = async (of: Data | undefined, value: unknown): Promise<readonly DataProblem[]> => {
    const [{ problemsOf }, { texts: words }] = await Promise.all([
      import('./data-form/problems.js'),
      import('./data-form/texts.js'),
    ]);
    return problemsOf(of ?? {}, value, text === texts.de ? words.de : words.en);
  };
  const ofService =
    error instanceof TidingsError
      ? error.errors.flatMap(({ path, message }) =>
          path?.startsWith('conversation_data.') ? [{ path: path.split('.').slice(1), message }] : [],
        )
      : [];

  return (
    <Dialog title={text.title} onClose={onClose} isWide={needsData}>
      <form ref={form} className="new-conversation" noValidate onSubmit={(event) => void submit(event)}>
        {list.error ? <Problem error={list.error} onRetry={() => void list.refetch()} /> : null}
        {list.data && types.length === 0 ? <p>{text.noTypes}</p> : null}
        {error ? <Problem error={error} atFields={shownAt(clients)} /> : null}
        {problems.length > 0 ? (
          <p className="error" role="alert">
            {text.fix}
          </p>
        ) : null}
        <Field label={text.type} error={messageAt(error, 'conversation_type_id')}>
          {(given) => (
            <select
              {...given}
              value={type?.id ?? ''}
              onChange={({ target }) => {
                choose(target.value);
                setData({});
                setProblems([]);
              }}
            >
              {types.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.description ? `${each.id}: ${each.description}` : each.id}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextField
          label={text.description}
          value={description}
          dir="auto"
          maxLength={1_000}
          error={messageAt(error, 'description')}
          onChange={({ target }) => setDescription(target.value)}
        />
        <Clients clients={clients} error={error} onChange={setClients} />
        {needsData ? (
          <fieldset>
            <legend>{text.data}</legend>
            <Suspense>
              <DataFields
                key={type?.id}
                schema={schema}
                value={data}
                onChange={setData}
                problems={problems.length > 0 ? problems : ofService}
              />
            </Suspense>
          </fieldset>
        ) : null}
        <TextField
          label={text.id}
          hint={text.idHint}
          value={id}
          maxLength={100}
          error={messageAt(error, 'id')}
          onChange={({ target }) => setId(target.value)}
        />
        <div className="actions end">
          <button type="button" onClick={onClose}>
            {text.cancel}
          </button>
          <button type="submit" className="main" aria-disabled={isPending || !type}>
            {text.create}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

const shownAt = (clients: readonly NewClient[]): readonly string[] => [
  'conversation_type_id',
  'description',
  'id',
  ...clients.flatMap((_, at) => ['display_name', 'phone_number', 'email'].map((name) => `participants.${at}.${name}`)),
];

/** The type that the reader prefers, once it is known. */
function usePreferredType(): string | undefined {
  const { tidings, me } = useApp();
  const { data } = useQuery({
    queryKey: ['GET /users/{user_id}/preferences', { path: { user_id: me.id } }],
    queryFn: () =>
      tidings.call('GET /users/{user_id}/preferences', { path: { user_id: me.id } }).catch((error) => {
        if (error instanceof TidingsError && error.status === 404) return null;
        throw error;
      }),
  });
  return data?.preferred_conversation_type_id;
}
