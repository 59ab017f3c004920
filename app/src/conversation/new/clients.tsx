import { Trash2, UserPlus } from 'lucide-react';
import { participantLimits } from '../../../../src/catalogue/limits/participant.js';
import { useTexts } from '../../language.js';
import { TextField } from '../../ui/field.js';
import { messageAt } from '../../ui/problem.js';
import { type NewClient, noClient } from './new-client.js';
import { texts } from './texts.js';

interface Props {
  readonly clients: readonly NewClient[];
  readonly error: unknown;
  readonly onChange: (clients: readonly NewClient[]) => void;
}

/** Clients of a new conversation. */
export function Clients({ clients, error, onChange }: Props) {
  const text = useTexts(texts);
  const change = (at: number, to: Partial<NewClient>) =>
    onChange(clients.map((each, index) => (index === at ? { ...each, ...to } : each)));
  return (
    <>
      {clients.map(({ key, display_name, phone_number, email }, at) => (
        <fieldset key={key}>
          <legend>{text.client(at + 1)}</legend>
          <TextField
            label={text.name}
            value={display_name}
            dir="auto"
            maxLength={participantLimits.displayName}
            error={messageAt(error, `participants.${at}.display_name`)}
            onChange={({ target }) => change(at, { display_name: target.value })}
          />
          <TextField
            label={text.phone}
            type="tel"
            value={phone_number}
            error={messageAt(error, `participants.${at}.phone_number`)}
            onChange={({ target }) => change(at, { phone_number: target.value })}
          />
          <TextField
            label={text.email}
            type="email"
            value={email}
            error={messageAt(error, `participants.${at}.email`)}
            onChange={({ target }) => change(at, { email: target.value })}
          />
          {clients.length > 1 ? (
            <button
              type="button"
              className="icon"
              title={text.removeClient(at + 1)}
              aria-label={text.removeClient(at + 1)}
              onClick={() => onChange(clients.filter((_, index) => index !== at))}
            >
              <Trash2 size={16} aria-hidden />
            </button>
          ) : null}
        </fieldset>
      ))}
      <p>
        <button type="button" className="small" onClick={() => onChange([...clients, noClient()])}>
          <UserPlus size={16} aria-hidden /> {text.addClient}
        </button>
      </p>
    </>
  );
}
