/** The address of a page as the specification spells it: only the home page and the pages of the reference end with a slash. */
export function asSpelled(address: string): string {
  const url = new URL(address);
  const path = url.pathname.replace(/(\.html)?\/?$/, '');
  url.pathname = path === '' || /^\/openapi(\/|$)/.test(path) ? `${path}/` : path;
  return url.href;
}
