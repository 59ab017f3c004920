/** Ends at a space, at quotes and at the full-width marks after which Chinese and Japanese go on without a space. */
const ADDRESS =
  /https?:\/\/[^\s<>"\u3000-\u3003\u3008-\u3011\u3014-\u301b\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f]+/gi;
const AFTER_ADDRESS = '.,;:!?\'"]}';
const USER_INFO = /^[a-z]+:[/\\]*[^/\\?#]*@/i;

/** Whether a web address has user-info before its host: `https://bank.example@other.example/` leads to the other host. */
export const hasUserInfo = (url: string): boolean => USER_INFO.test(url);

/** Without the marks after it. A bracket that the address itself opens stays. A regular expression would take the square of its length. */
function trimmed(found: string): string {
  let end = found.length;
  let unopened = 0;
  for (const each of found) unopened += each === ')' ? 1 : each === '(' ? -1 : 0;
  for (; end > 0; end--) {
    const last = found.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened--;
    else if (!AFTER_ADDRESS.includes(last)) break;
  }
  return found.slice(0, end);
}

/** The web addresses in a text that may be links. */
export const webAddresses = (text: string): readonly { readonly index: number; readonly address: string }[] =>
  [...text.matchAll(ADDRESS)]
    .map(({ 0: found, index }) => ({ index, address: trimmed(found) }))
    .filter(({ address }) => URL.canParse(address) && !hasUserInfo(address));
