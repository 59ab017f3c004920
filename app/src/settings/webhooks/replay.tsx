import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { messageAt } from '../../ui/problem.js';
import { texts } from './texts.js';

interface Props {
  readonly onPlanned: (deliveries: number) => void;
  readonly onClose: () => void;
}

const moment = (form: FormData, name: string) => new Date(String(form.get(name))).toISOString();

/** Sends a range of the log again. */
export function Replay({ onPlanned, onClose }: Props) {
  const text = useTexts(texts);
  const { mutateAsync } = useChange('POST /webhooks/replay', 'GET /webhooks/deliveries');
  return (
    <FormDialog
      title={text.replayTitle}
      action={text.replay}
      fields={['from', 'to']}
      onClose={onClose}
      onSubmit={async (form) => {
        const { deliveries } = await mutateAsync({ body: { from: moment(form, 'from'), to: moment(form, 'to') } });
        onPlanned(deliveries);
      }}
    >
      {(error) => (
        <>
          <p>{text.replayAbout}</p>
          {(['from', 'to'] as const).map((name) => (
            <TextField
              key={name}
              label={text[name]}
              name={name}
              type="datetime-local"
              step={1}
              error={messageAt(error, name)}
              required
            />
          ))}
        </>
      )}
    </FormDialog>
  );
}
