/** The address of a page as the specification spells it: only the home page and the reference end with a slash. */
export function asSpelled(address: string): string {
  const url = new URL(address);
  const path = url.pathname.replace(/(\.html)?\/?$/, '');
  url.pathname = path === '' || path === '/openapi' ? `${path}/` : path;
  return url.href;
}
