import { TidingsError } from '../../../../sdk/src/errors.js';
import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { Confirm } from '../../ui/confirm.js';
import { texts } from './texts.js';

const count = (value: unknown): number => (typeof value === 'number' ? value : 0);

export function DeleteType({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const text = useTexts(texts);
  const { mutateAsync, error } = useChange(
    'DELETE /conversation-types/{conversation_type_id}',
    'GET /conversation-types',
  );
  const uses =
    error instanceof TidingsError && error.code === 'errors.conversation_type.in_use' ? error.details : undefined;
  return (
    <Confirm
      title={text.removeTitle(id)}
      action={text.remove}
      onClose={onClose}
      onConfirm={() => mutateAsync({ path: { conversation_type_id: id } })}
    >
      <p>{text.removeAbout}</p>
      {uses ? <p>{text.inUse(count(uses.conversations), count(uses.workflows))}</p> : null}
    </Confirm>
  );
}
