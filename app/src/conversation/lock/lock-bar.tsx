import { Lock as LockIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Conversation } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { localeOf, useLanguage, useTexts } from '../../language.js';
import { useApp } from '../../session/context.js';
import { Problem } from '../../ui/problem.js';
import { useMoments } from '../messages/use-moments.js';
import { useSay } from '../say.js';
import { leftIn } from './duration.js';
import { texts } from './texts.js';
import type { Lock } from './use-lock.js';
import './lock.css';

const LockDialog = lazy(() => import('./lock-dialog.js'));

interface Props {
  readonly conversation: Conversation;
  readonly lock: Lock;
}

/** The lock with its holder, note and end. Its holder prolongs and releases it; an owner releases that of another. */
export function LockBar({ conversation, lock }: Props) {
  const text = useTexts(texts);
  const { language } = useLanguage();
  const { short } = useMoments();
  const { me } = useApp();
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  const { mutate, error, isPending } = useChange('POST /conversations/{conversation_id}/unlock', 'GET /conversations');
  const { isHeld, isOther, holder, left } = lock;
  const { id, lock_note, lock_expires_at = '' } = conversation;
  if (!isHeld) return null;
  function release() {
    if (!isPending) mutate({ path: { conversation_id: id } }, { onSuccess: () => say(text.released) });
  }
  return (
    <section className="lock-bar" aria-label={text.lock}>
      <LockIcon size={16} aria-hidden />
      <p>
        <strong>
          {isOther ? text.other(holder, short(lock_expires_at)) : text.own(leftIn(left, localeOf(language)))}
        </strong>
        {lock_note === undefined ? null : <span dir="auto"> {lock_note}</span>}
      </p>
      <div className="actions">
        {isOther ? null : (
          <button type="button" className="small" onClick={() => setOpen(true)}>
            {text.prolong}
          </button>
        )}
        {isOther && me.role !== 'OWNER' ? null : (
          <button type="button" className="small" aria-disabled={isPending} onClick={release}>
            {text.release}
          </button>
        )}
      </div>
      {error ? <Problem error={error} /> : null}
      <Suspense>
        {isOpen ? <LockDialog conversation={conversation} isProlonged onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </section>
  );
}
