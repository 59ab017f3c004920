/** JSON as text, indented. */
export function Json({ value }: { readonly value: unknown }) {
  const text = JSON.stringify(value, undefined, 2);
  return (
    // A long value scrolls, also by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    <pre className="json" tabIndex={0}>
      {text}
    </pre>
  );
}
