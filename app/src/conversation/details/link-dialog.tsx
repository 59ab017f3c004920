import { useEffect, useState } from 'react';
import type { Participant } from '../../../../sdk/src/api.js';
import { useTexts } from '../../language.js';
import { useApp } from '../../session/context.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { Problem } from '../../ui/problem.js';
import { useSay } from '../say.js';
import { texts } from './dialog-texts.js';

interface Props {
  readonly participant: Participant;
  readonly onClose: () => void;
}

/** Makes a link and copies it. It is shown only where the browser refuses the copy. */
export default function LinkDialog({ participant, onClose }: Props) {
  const text = useTexts(texts);
  const say = useSay();
  const { tidings } = useApp();
  const [url, setUrl] = useState<string>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    let isLeft = false;
    async function copy() {
      const path = { conversation_id: participant.conversation_id, participant_id: participant.id };
      const call = 'GET /conversations/{conversation_id}/participants/{participant_id}/client-url';
      const made = await tidings.call(call, { path });
      try {
        await navigator.clipboard.writeText(made.url);
      } catch {
        if (!isLeft) setUrl(made.url);
        return;
      }
      if (isLeft) return;
      say(text.copied);
      onClose();
    }
    copy().catch((refused) => !isLeft && setError(refused));
    return () => {
      isLeft = true;
    };
  }, []);
  if (url === undefined && error === undefined) return null;
  return (
    <Dialog title={text.link} onClose={onClose}>
      {error === undefined ? (
        <TextField
          label={text.link}
          hint={text.linkAbout}
          readOnly
          value={url ?? ''}
          onFocus={({ target }) => target.select()}
        />
      ) : (
        <Problem error={error} />
      )}
      <div className="actions end">
        <button type="button" onClick={onClose}>
          {text.close}
        </button>
      </div>
    </Dialog>
  );
}
