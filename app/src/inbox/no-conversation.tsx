import { MessagesSquare } from 'lucide-react';
import { useTexts } from '../language.js';
import { useTitle } from '../ui/title.js';
import { texts } from './texts.js';

/** Shown where no conversation is open. */
export default function NoConversation() {
  const text = useTexts(texts);
  useTitle(text.inbox);
  return (
    <section className="no-conversation" aria-label={text.choose}>
      <MessagesSquare size={40} strokeWidth={1.25} aria-hidden />
      <p>{text.choose}</p>
      <p className="quiet">{text.chooseKeys}</p>
    </section>
  );
}
