import { useState } from 'react';
import type { Conversation } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { useApp } from '../../session/context.js';
import { Confirm } from '../../ui/confirm.js';
import { Problem } from '../../ui/problem.js';
import { When } from '../../ui/when.js';
import { useSay } from '../say.js';
import { texts } from './texts.js';

interface Props {
  readonly conversation: Conversation;
  readonly onChanged: () => Promise<void>;
}

/** Id and times, the legal hold and the archive. Owners alone place holds and archive; every user restores. */
export function Life({ conversation, onChanged }: Props) {
  const text = useTexts(texts);
  const say = useSay();
  const { me } = useApp();
  const [isAsking, setAsking] = useState(false);
  const { id, archived, legal_hold: isHeld = false, conversation_type_id, created_at } = conversation;
  const path = { conversation_id: id };
  const holding = useChange('PUT /conversations/{conversation_id}/legal-hold');
  const lifting = useChange('DELETE /conversations/{conversation_id}/legal-hold');
  const archiving = useChange('DELETE /conversations/{conversation_id}', 'GET /conversations');
  const restoring = useChange('PATCH /conversations/{conversation_id}', 'GET /conversations');
  const error = holding.error ?? lifting.error ?? restoring.error;
  const isOwner = me.role === 'OWNER';
  const done = (words: string) => ({ onSuccess: () => void onChanged().then(() => say(words)) });

  return (
    <section>
      <h2>{text.about}</h2>
      <dl className="data">
        <div>
          <dt>{text.id}</dt>
          <dd>{id}</dd>
        </div>
        <div>
          <dt>{text.type}</dt>
          <dd>{conversation_type_id}</dd>
        </div>
        <div>
          <dt>{text.created}</dt>
          <dd>
            <When at={created_at} />
          </dd>
        </div>
        <div>
          <dt>{text.hold}</dt>
          <dd>{isHeld ? text.holdOn : text.holdOff}</dd>
        </div>
      </dl>
      {error ? <Problem error={error} /> : null}
      <div className="actions">
        {isOwner ? (
          <button
            type="button"
            className="small"
            onClick={() =>
              isHeld ? lifting.mutate({ path }, done(text.holdLifted)) : holding.mutate({ path }, done(text.holdPlaced))
            }
          >
            {isHeld ? text.liftHold : text.placeHold}
          </button>
        ) : null}
        {archived ? (
          <button
            type="button"
            className="small"
            onClick={() => restoring.mutate({ path, body: { archived: false } }, done(text.restored))}
          >
            {text.restore}
          </button>
        ) : null}
        {!archived && isOwner ? (
          <button type="button" className="small" onClick={() => setAsking(true)}>
            {text.archive}
          </button>
        ) : null}
      </div>
      {isAsking ? (
        <Confirm
          title={text.archiveTitle}
          action={text.archive}
          isDangerous={false}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await archiving.mutateAsync({ path });
            await onChanged();
            say(text.archived);
          }}
        >
          <p>{text.archiveAbout}</p>
        </Confirm>
      ) : null}
    </section>
  );
}
