import { limits } from '../../../../catalogue/limits/limits.js';
import { cut } from './cut.js';

/** In GSM-7, unlike `…`, which would more than double the segments. */
const ELLIPSIS = '...';

/** At most `limits.sms` characters: longer text ends at a word, and the link follows where the cut would lose it. */
export function smsText(text: string, link = ''): string {
  const short = cut(text, limits.sms, ELLIPSIS);
  if (short === text || short.includes(link)) return short;
  const [before = ''] = text.split(link, 1);
  const room = limits.sms - [...link].length - 1;
  return `${cut(before.trimEnd(), room, ELLIPSIS)} ${link}`;
}
