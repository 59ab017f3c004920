const ADDRESS = /https?:\/\/[^\s<>"]+/g;
const AFTER_ADDRESS = '.,;:!?\'")]}';
const USER_INFO = /^[a-z]+:[/\\]*[^/\\?#]*@/i;

/** Whether a web address has user-info before its host: `https://bank.example@other.example/` leads to the other host. */
export const hasUserInfo = (url: string): boolean => USER_INFO.test(url);

/** Without the marks after it. A regular expression would take the square of its length. */
function trimmed(found: string): string {
  let end = found.length;
  while (AFTER_ADDRESS.includes(found.charAt(end - 1)) && end > 0) end--;
  return found.slice(0, end);
}

/** The web addresses in a text that may be links. */
export const webAddresses = (text: string): readonly { readonly index: number; readonly address: string }[] =>
  [...text.matchAll(ADDRESS)]
    .map(({ 0: found, index }) => ({ index, address: trimmed(found) }))
    .filter(({ address }) => URL.canParse(address) && !hasUserInfo(address));
