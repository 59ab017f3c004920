import { useIsNew } from './welcome/use-is-new.js';
import { Welcome } from './welcome/welcome.js';

/** Shown where no conversation is open. */
export default function NoConversation() {
  const isNew = useIsNew();
  const id = 'main';
  return <main id={id}>{isNew ? <Welcome /> : null}</main>;
}
