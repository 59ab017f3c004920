/** Shown where no conversation is open. */
export default function NoConversation() {
  const id = 'main';
  return <main id={id} />;
}
