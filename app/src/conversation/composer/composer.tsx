import { FileText, MapPin, MapPinPlus, Paperclip } from 'lucide-react';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { ACCEPTED } from '../../../../embed/src/files.js';
import { isSend, sendable } from '../../../../embed/src/typing.js';
import type { ConversationActions } from '../../../../sdk/src/react.js';
import type { ConversationSnapshot, Draft } from '../../../../sdk/src/store.js';
import { messageLimits } from '../../../../src/catalogue/limits/message.js';
import { useTexts } from '../../language.js';
import { useApp } from '../../session/context.js';
import { filesOf } from './files-of.js';
import { ownLocation } from './own-location.js';
import { texts } from './texts.js';
import { useDropped } from './use-dropped.js';
import { useReplyKey } from './use-reply-key.js';
import { useTyped } from './use-typed.js';
import './composer.css';

const TemplatePicker = lazy(() => import('./template-picker.js'));
const RequestLocation = lazy(() => import('./request-location.js'));

interface Props {
  readonly view: ConversationSnapshot & ConversationActions;
  /** Name of another user who holds the lock. */
  readonly lockedBy: string | undefined;
}

/** Writes texts, files and places. */
export function Composer({ view, lockedBy }: Props) {
  const text = useTexts(texts);
  const { me } = useApp();
  const { send, draft, type, status } = view;
  const [typed, change] = useTyped(draft, type);
  const [problem, setProblem] = useState('');
  const [isFinding, setFinding] = useState(false);
  const [opened, open] = useState<'template' | 'request'>();
  const area = useRef<HTMLTextAreaElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const id = useId();
  const isReady = status === 'ready';
  const isOver = useDropped((list) => sendFiles(list));
  useReplyKey(area);

  function post(message: Draft): boolean {
    try {
      send(message);
      return true;
    } catch (refused) {
      if (!(refused instanceof RangeError)) throw refused;
      setProblem(text.full);
      return false;
    }
  }
  function submit() {
    const words = sendable(typed);
    if (words === '' || !isReady) return;
    setProblem('');
    if ([...words].length > messageLimits.text) setProblem(text.tooLong(messageLimits.text));
    else if (post({ kind: 'TEXT', text: words })) change('');
    area.current?.focus();
  }
  function sendFiles(list: FileList | null): void {
    const { sent, refused } = filesOf([...(list ?? [])], text);
    setProblem(refused ?? '');
    for (const each of sent) if (!post(each)) return;
  }
  async function sendLocation() {
    setProblem('');
    setFinding(true);
    const found = await ownLocation().catch(() => undefined);
    setFinding(false);
    if (found) post({ kind: 'LOCATION', location: found });
    else setProblem(text.noLocation);
  }
  const close = () => open(undefined);

  return (
    <form
      className="composer"
      data-over={isOver}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {lockedBy === undefined ? null : <p className="warning">{text.lockedBy(lockedBy)}</p>}
      <p className="error" id={`${id}-problem`} role="alert">
        {problem}
      </p>
      <textarea
        ref={area}
        rows={1}
        dir="auto"
        aria-label={text.message}
        placeholder={isOver ? text.drop : text.placeholder}
        aria-describedby={`${id}-problem ${id}-hint`}
        enterKeyHint="send"
        value={typed}
        onChange={({ target }) => {
          setProblem('');
          change(target.value);
        }}
        onKeyDown={(event) => {
          if (!isSend(event.nativeEvent)) return;
          event.preventDefault();
          submit();
        }}
        onPaste={(event) => {
          if (event.clipboardData.files.length === 0) return;
          event.preventDefault();
          sendFiles(event.clipboardData.files);
        }}
      />
      <div className="tools">
        <input
          ref={files}
          type="file"
          accept={ACCEPTED}
          multiple
          hidden
          onChange={({ target }) => {
            sendFiles(target.files);
            target.value = '';
          }}
        />
        <button
          type="button"
          className="icon"
          title={text.attach}
          aria-label={text.attach}
          onClick={() => files.current?.click()}
        >
          <Paperclip size={18} aria-hidden />
        </button>
        <button
          type="button"
          className="icon"
          title={text.location}
          aria-label={text.location}
          aria-disabled={isFinding}
          onClick={() => void sendLocation()}
        >
          <MapPin size={18} aria-hidden />
        </button>
        <button
          type="button"
          className="icon"
          title={text.requestLocation}
          aria-label={text.requestLocation}
          onClick={() => open('request')}
        >
          <MapPinPlus size={18} aria-hidden />
        </button>
        {me.role === 'OWNER' ? (
          <button
            type="button"
            className="icon"
            title={text.templates}
            aria-label={text.templates}
            onClick={() => open('template')}
          >
            <FileText size={18} aria-hidden />
          </button>
        ) : null}
        <p className="hint" id={`${id}-hint`}>
          {isFinding ? text.finding : text.hint}
        </p>
        <button type="submit" className="main">
          {text.send}
        </button>
      </div>
      <Suspense>
        {opened === 'template' ? (
          <TemplatePicker
            view={view}
            onClose={close}
            onInsert={(words) => {
              change(typed === '' ? words : `${typed}\n${words}`);
              close();
            }}
          />
        ) : null}
        {opened === 'request' ? (
          <RequestLocation
            view={view}
            onClose={close}
            onSend={(words) => {
              if (post({ kind: 'REQUEST_LOCATION', text: words })) close();
            }}
          />
        ) : null}
      </Suspense>
    </form>
  );
}
