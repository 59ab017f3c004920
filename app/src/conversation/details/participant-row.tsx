import { Ellipsis } from 'lucide-react';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import type { Participant } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { Confirm } from '../../ui/confirm.js';
import { useMoments } from '../messages/use-moments.js';
import { useSay } from '../say.js';
import { texts } from './texts.js';

const ParticipantDialog = lazy(() => import('./participant-dialog.js'));
const NotifyDialog = lazy(() => import('./notify-dialog.js'));
const LinkDialog = lazy(() => import('./link-dialog.js'));

interface Props {
  readonly participant: Participant;
  readonly isSelf: boolean;
  /** Sequence of the newest message. */
  readonly newest: number;
  readonly onChanged: () => Promise<void>;
}

type Opened = 'edit' | 'link' | 'notify' | 'remove';

/** A participant with what they have read, and a menu. The service manages those of the team and of workflows. */
export function ParticipantRow({ participant, isSelf, newest, onChanged }: Props) {
  const text = useTexts(texts);
  const { id, kind, display_name: name } = participant;
  const isPerson = kind === 'CLIENT' || kind === 'USER';
  return (
    <li>
      <div className="who">
        <strong dir="auto">{name}</strong>
        <span className="quiet">
          {text.kinds[kind]}
          {isSelf ? `, ${text.you}` : ''}
        </span>
        {isPerson ? <ReadState participant={participant} newest={newest} isSelf={isSelf} /> : null}
        {[participant.phone_number, participant.email].filter(Boolean).map((each) => (
          <span key={each} className="quiet">
            {each}
          </span>
        ))}
      </div>
      {isPerson ? <Menu key={id} participant={participant} onChanged={onChanged} /> : null}
    </li>
  );
}

function ReadState({ participant, newest, isSelf }: Omit<Props, 'onChanged'>) {
  const text = useTexts(texts);
  const { short } = useMoments();
  const { last_message_sequence_seen: seen, had_conversation_open_at: at } = participant;
  const unread = Math.max(0, newest - seen);
  if (isSelf) return null;
  return (
    <span className="quiet">
      {newest === 0 ? '' : `${unread === 0 ? text.allRead : text.unread(unread)} · `}
      {at === undefined ? text.neverOpen : text.lastOpen(short(at))}
    </span>
  );
}

function Menu({ participant, onChanged }: Pick<Props, 'participant' | 'onChanged'>) {
  const text = useTexts(texts);
  const say = useSay();
  const [opened, open] = useState<Opened>();
  const menu = useRef<HTMLDivElement>(null);
  const menuId = useId();
  const { id, conversation_id, kind, display_name: name } = participant;
  const removing = useChange('DELETE /conversations/{conversation_id}/participants/{participant_id}');
  const close = () => open(undefined);
  const items: readonly Opened[] = kind === 'CLIENT' ? ['link', 'notify', 'edit', 'remove'] : ['edit', 'remove'];
  const words = { edit: text.edit, link: text.copyLink, notify: text.notify, remove: text.remove };
  const given = { participant, conversationId: conversation_id, onChanged, onClose: close };
  return (
    <div className="row-menu">
      <button
        type="button"
        className="icon"
        popoverTarget={menuId}
        title={text.actions(name)}
        aria-label={text.actions(name)}
      >
        <Ellipsis size={18} aria-hidden />
      </button>
      <div ref={menu} id={menuId} popover="auto" className="items">
        {items.map((each) => (
          <button
            key={each}
            type="button"
            onClick={() => {
              menu.current?.hidePopover();
              open(each);
            }}
          >
            {words[each]}
          </button>
        ))}
      </div>
      <Suspense>
        {opened === 'edit' ? <ParticipantDialog {...given} /> : null}
        {opened === 'notify' ? <NotifyDialog {...given} /> : null}
        {opened === 'link' ? <LinkDialog {...given} /> : null}
      </Suspense>
      {opened === 'remove' ? (
        <Confirm
          title={text.removeTitle(name)}
          action={text.remove}
          onClose={close}
          onConfirm={async () => {
            await removing.mutateAsync({ path: { conversation_id, participant_id: id } });
            await onChanged();
            say(text.removed(name));
          }}
        >
          <p>{text.removeAbout}</p>
        </Confirm>
      ) : null}
    </div>
  );
}
