import { MessagesSquare } from 'lucide-react';
import { useTexts } from '../language.js';
import { useTitle } from '../ui/title.js';
import { texts } from './texts.js';
import { useIsNew } from './welcome/use-is-new.js';
import { Welcome } from './welcome/welcome.js';

/** Shown where no conversation is open. */
export default function NoConversation() {
  const text = useTexts(texts);
  const isNew = useIsNew();
  useTitle(text.inbox);
  if (isNew)
    return (
      <section className="no-conversation" aria-label={text.inbox}>
        <Welcome />
      </section>
    );
  return (
    <section className="no-conversation" aria-label={text.choose}>
      <MessagesSquare size={40} strokeWidth={1.25} aria-hidden />
      <p>{text.choose}</p>
      <p className="quiet">{text.chooseKeys}</p>
    </section>
  );
}
