/** An OIDC provider leads back here. */
export default function Callback() {
  const id = 'main';
  return <main id={id} className="page narrow" />;
}
