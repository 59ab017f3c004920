import { type FormEvent, useState } from 'react';
import type { Language, Participant } from '../../../../sdk/src/api.js';
import { participantLimits } from '../../../../src/catalogue/limits/participant.js';
import { LANGUAGES } from '../../../../src/catalogue/tenant.js';
import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { Dialog } from '../../ui/dialog.js';
import { Field, TextField } from '../../ui/field.js';
import { messageAt, Problem } from '../../ui/problem.js';
import { useSay } from '../say.js';
import { useFirstInvalid } from '../use-first-invalid.js';
import { texts } from './dialog-texts.js';

interface Props {
  readonly conversationId: string;
  /** Absent: a client is added. */
  readonly participant?: Participant;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

const FIELDS = ['display_name', 'preferred_language', 'phone_number', 'email'];
/** Blanks and hyphens within a number are for people. */
const numberOf = (typed: string): string => typed.replaceAll(/[\s()/-]/g, '');

/** Adds a client, or edits a participant. */
export default function ParticipantDialog({ conversationId, participant, onChanged, onClose }: Props) {
  const text = useTexts(texts);
  const say = useSay();
  const [name, setName] = useState(participant?.display_name ?? '');
  const [language, setLanguage] = useState<string>(participant?.preferred_language ?? '');
  const [phone, setPhone] = useState(participant?.phone_number ?? '');
  const [email, setEmail] = useState(participant?.email ?? '');
  const adding = useChange('POST /conversations/{conversation_id}/participants');
  const editing = useChange('PATCH /conversations/{conversation_id}/participants/{participant_id}');
  const error = adding.error ?? editing.error;
  const form = useFirstInvalid(error);
  const isClient = participant === undefined || participant.kind === 'CLIENT';
  const isSending = adding.isPending || editing.isPending;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isSending) return;
    const path = { conversation_id: conversationId };
    const given = {
      preferred_language: language === '' ? null : (language as Language),
      ...(isClient ? { phone_number: numberOf(phone) || null, email: email.trim() || null } : {}),
    };
    try {
      if (participant) {
        const body = { display_name: name.trim(), ...given };
        await editing.mutateAsync({ path: { ...path, participant_id: participant.id }, body });
      } else {
        const filled = Object.entries(given).filter(([, value]) => value !== null);
        const body = { kind: 'CLIENT' as const, display_name: name.trim(), ...Object.fromEntries(filled) };
        await adding.mutateAsync({ path, body });
      }
    } catch {
      return;
    }
    await onChanged();
    say(participant ? text.changed(name) : text.added(name));
    onClose();
  }

  return (
    <Dialog title={participant ? text.editTitle(participant.display_name) : text.addClientTitle} onClose={onClose}>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        {error ? <Problem error={error} atFields={FIELDS} /> : null}
        <TextField
          label={text.name}
          value={name}
          dir="auto"
          maxLength={participantLimits.displayName}
          error={messageAt(error, 'display_name')}
          onChange={({ target }) => setName(target.value)}
        />
        <Field label={text.language} error={messageAt(error, 'preferred_language')}>
          {(connected) => (
            <select {...connected} value={language} onChange={({ target }) => setLanguage(target.value)}>
              <option value="">{text.ofTenant}</option>
              {LANGUAGES.map((each) => (
                <option key={each} value={each}>
                  {text.languages[each]}
                </option>
              ))}
            </select>
          )}
        </Field>
        {isClient ? (
          <>
            <TextField
              label={text.phone}
              hint={text.phoneHint}
              type="tel"
              value={phone}
              error={messageAt(error, 'phone_number')}
              onChange={({ target }) => setPhone(target.value)}
            />
            <TextField
              label={text.email}
              type="email"
              value={email}
              error={messageAt(error, 'email')}
              onChange={({ target }) => setEmail(target.value)}
            />
          </>
        ) : null}
        <div className="actions end">
          <button type="button" onClick={onClose}>
            {text.cancel}
          </button>
          <button type="submit" className="main" aria-disabled={isSending}>
            {participant ? text.save : text.add}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
