/** The address of a page as the specification spells it: only the home page and the reference end with a slash. */
export function asSpelled(address: string): string {
  const url = new URL(address);
  if (url.pathname !== '/' && url.pathname !== '/openapi/') url.pathname = url.pathname.replace(/(\.html)?\/?$/, '');
  return url.href;
}
