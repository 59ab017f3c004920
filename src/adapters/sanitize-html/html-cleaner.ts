import sanitizeHtml from 'sanitize-html';
import type { HtmlCleaner } from '../../ports/html-cleaner.js';

const KEPT = 'b i em strong u p br span div h1 h2 h3 h4 ul ol li a img'.split(' ');
/** Their content is no text of the page: it goes with them. */
const DROPPED_WHOLE =
  'script style textarea option select xmp noscript noembed noframes template title iframe object svg math'.split(' ');
const DEEPEST = 32;
const MOST_PASSES = 10;

const PLACEHOLDER = /\{\{[^{}]*\}\}/g;
const NOT_IN_A_URL = /[\s\p{C}{}<>"'`\\]/u;
/** A host that nothing after it can prolong, or an address. */
const FIXED_TARGET = /^(https:\/\/[^/?#]+[/?#]|mailto:)/i;

/** The URL where it is whole and of a scheme we keep, whatever its placeholders become. */
function kept(url: string | undefined, schemes: readonly string[]): string | undefined {
  const trimmed = url?.trim() ?? '';
  const [literal = ''] = trimmed.split('{{', 1);
  if (literal !== trimmed && !FIXED_TARGET.test(literal)) return undefined;
  const filled = trimmed.replaceAll(PLACEHOLDER, 'x');
  if (NOT_IN_A_URL.test(filled)) return undefined;
  const parsed = URL.parse(filled);
  return parsed && schemes.includes(parsed.protocol) && parsed.username === '' ? trimmed : undefined;
}

const withUrl = (name: string, url: string | undefined): sanitizeHtml.Attributes =>
  url === undefined ? {} : { [name]: url };

const options: sanitizeHtml.IOptions = {
  allowedTags: KEPT,
  allowedAttributes: { a: ['href'], img: ['src', 'alt'] },
  allowedSchemes: [],
  allowedSchemesByTag: { a: ['https', 'mailto'], img: ['https'] },
  allowProtocolRelative: false,
  nonTextTags: DROPPED_WHOLE,
  nestingLimit: DEEPEST,
  transformTags: {
    a: (tagName, { href }) => ({ tagName, attribs: withUrl('href', kept(href, ['https:', 'mailto:'])) }),
    img: (tagName, { src, alt }) => {
      const url = kept(src, ['https:']);
      return url === undefined
        ? { tagName: 'dropped', attribs: {} }
        : { tagName, attribs: { src: url, ...(alt ? { alt } : {}) } };
    },
  },
};

/** Dropping a part can create new markup, so cleaning repeats until nothing changes; else only the text stays. */
function clean(html: string): string {
  let before = html;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const after = sanitizeHtml(before, options);
    if (after === before) return after;
    before = after;
  }
  return sanitizeHtml(before, { ...options, allowedTags: [] });
}

export const htmlCleaner: HtmlCleaner = { clean };
