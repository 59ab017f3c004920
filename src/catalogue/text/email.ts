const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN_LABEL = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const ASCII = /^[A-Za-z0-9.-]*$/;
const A_LABEL = /(^|\.)xn--/i;
/** Characters with a meaning of their own in a URL, and those that its parser removes. */
const NOT_IN_HOST = /[\s%/?#@:\\[\]<>^|`{}"\u0000-\u0020\u007f]/;
/** Octets of an address on the wire (RFC 5321). */
const LONGEST = 254;
const LONGEST_LOCAL = 64;

/** The domain in ASCII with A-labels (UTS #46); undefined where it has none. */
function asciiDomain(domain: string): string | undefined {
  if (ASCII.test(domain) && !A_LABEL.test(domain)) return domain;
  if (NOT_IN_HOST.test(domain)) return undefined;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return undefined;
  }
}

interface Parts {
  readonly local: string;
  readonly domain: string;
}

/** The domain is what comes after the last `@`. */
function partsOf(text: string): Parts {
  const at = text.lastIndexOf('@');
  return { local: text.slice(0, Math.max(at, 0)), domain: text.slice(at + 1) };
}

/** An e-mail address as mail servers take it: its domain in ASCII. Any other text stays as it is. */
export function asciiEmail(text: string): string {
  const { local, domain } = partsOf(text);
  const ascii = asciiDomain(domain);
  return ascii === undefined || local === '' ? text : `${local}@${ascii}`;
}

/** Equal for addresses that are one: without regard to case, and with the domain in ASCII. */
export const sameEmail = (text: string): string => asciiEmail(text.trim()).toLowerCase();

/** The domain of an address in lower case and in ASCII. */
export const emailDomain = (text: string): string => partsOf(sameEmail(text)).domain;

/** An addr-spec of RFC 5321 without quotes and literals. The domain has a dot, and may be international (RFC 5890). */
export function isEmail(text: string): boolean {
  const { local, domain } = partsOf(text);
  const labels = asciiDomain(domain)?.split('.') ?? [];
  return (
    local.length >= 1 &&
    local.length <= LONGEST_LOCAL &&
    LOCAL.test(local) &&
    asciiEmail(text).length <= LONGEST &&
    labels.length >= 2 &&
    labels.every((label) => DOMAIN_LABEL.test(label)) &&
    /[A-Za-z]/.test(labels.at(-1) ?? '')
  );
}
