/** The own account. */
export default function Account() {
  const id = 'main';
  return <main id={id} className="page" />;
}
