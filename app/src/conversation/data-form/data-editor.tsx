import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Conversation } from '../../../../sdk/src/api.js';
import { TidingsError } from '../../../../sdk/src/errors.js';
import { useTexts } from '../../language.js';
import { Cancelled } from '../../session/context.js';
import { Dialog } from '../../ui/dialog.js';
import { Problem } from '../../ui/problem.js';
import { useSay } from '../say.js';
import { useFirstInvalid } from '../use-first-invalid.js';
import DataFields from './data-fields.js';
import { type DataProblem, problemsOf } from './problems.js';
import type { Read } from './saving.js';
import { texts } from './texts.js';
import { useSave } from './use-save.js';

interface Props {
  readonly conversation: Conversation;
  readonly onSaved: () => Promise<void>;
  readonly onClose: () => void;
}

type Data = Readonly<Record<string, unknown>>;

/** Reads the data with its revision, edits and saves it. */
export default function DataEditor({ conversation, onSaved, onClose }: Props) {
  const text = useTexts(texts);
  const { read, save, dialog } = useSave(conversation.id);
  const base = useQuery({ queryKey: ['editable', conversation.id], queryFn: read, gcTime: 0, staleTime: Infinity });
  return (
    <Dialog title={text.title} onClose={onClose} isWide>
      {base.error ? <Problem error={base.error} onRetry={() => void base.refetch()} /> : null}
      {base.data ? (
        <Form base={base.data} conversation={conversation} save={save} onSaved={onSaved} onClose={onClose} />
      ) : (
        <p role="status">{base.error ? '' : text.loading}</p>
      )}
      {dialog}
    </Dialog>
  );
}

interface FormProps extends Props {
  readonly base: Read;
  readonly save: ReturnType<typeof useSave>['save'];
}

function Form({ base, conversation, save, onSaved, onClose }: FormProps) {
  const text = useTexts(texts);
  const say = useSay();
  const schema = conversation.conversation_type?.conversation_data_schema;
  const [data, setData] = useState<Data | string>(base.state.conversation_data ?? {});
  const [problems, setProblems] = useState<readonly DataProblem[]>([]);
  const [error, setError] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const form = useFirstInvalid(problems.length > 0 ? problems : undefined);

  async function submit() {
    if (isSaving || typeof data === 'string') return;
    const found = schema === undefined ? [] : problemsOf(schema, data, text);
    setProblems(found);
    setError(undefined);
    if (found.length > 0) return;
    setSaving(true);
    const isGone = Object.keys(data).length === 0 && base.state.conversation_data === undefined;
    try {
      await save(base, { ...base.state, conversation_data: isGone ? undefined : data });
      await onSaved();
      say(text.saved);
      onClose();
    } catch (refused) {
      if (!(refused instanceof Cancelled)) setError(refused);
      setProblems(problemsIn(refused));
    } finally {
      setSaving(false);
    }
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {error === undefined ? null : <Problem error={error} />}
      {problems.length > 0 && error === undefined ? (
        <p className="error" role="alert">
          {text.fix}
        </p>
      ) : null}
      <DataFields schema={schema} value={data} onChange={setData} problems={problems} />
      <div className="actions end">
        <button type="button" onClick={onClose}>
          {text.cancel}
        </button>
        <button type="submit" className="main" aria-disabled={isSaving || typeof data === 'string'}>
          {text.save}
        </button>
      </div>
    </form>
  );
}

const PREFIX = 'conversation_data.';

/** Errors of the service about the data, each at its place. */
export const problemsIn = (error: unknown): readonly DataProblem[] =>
  error instanceof TidingsError
    ? error.errors.flatMap(({ path, message }) =>
        path?.startsWith(PREFIX) ? [{ path: path.slice(PREFIX.length).split('.'), message }] : [],
      )
    : [];
