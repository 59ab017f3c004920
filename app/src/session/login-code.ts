/** The code of a sign-up, in the fragment of the address that led here. It is removed from the address at once. */
let code = new URLSearchParams(location.hash.slice(1)).get('code') ?? undefined;
if (code !== undefined) history.replaceState(history.state, '', location.pathname + location.search);

/** It works once, so it is given once. */
export function takeLoginCode(): string | undefined {
  const taken = code;
  code = undefined;
  return taken;
}
