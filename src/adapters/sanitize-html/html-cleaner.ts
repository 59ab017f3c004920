import { hash } from 'node:crypto';
import sanitizeHtml from 'sanitize-html';
import { cacheBudgets } from '../../catalogue/cache-budgets.js';
import { DROPPED_WHOLE, PAIRED_TAGS } from '../../catalogue/text/clean-html.js';
import { lruCache } from '../../lib/lru-cache.js';
import type { HtmlCleaner } from '../../ports/media/html-cleaner.js';
import { DEEPEST, isClean } from './clean-form.js';
import { IMAGE_SCHEMES, keptUrl, LINK_SCHEMES } from './kept-url.js';

const MOST_PASSES = 4;
/** Number of `<` and `&` in a text that is cleaned within 30 ms of CPU time. */
const MOST_MARKS = 4_000;

/** Digests of long texts that are clean. */
const known = lruCache<string, true>({ bytes: cacheBudgets.cleanHtml });
const LONG = 1_024;

const withUrl = (name: string, url: string | undefined): sanitizeHtml.Attributes =>
  url === undefined ? {} : { [name]: url };

const options: sanitizeHtml.IOptions = {
  allowedTags: [...PAIRED_TAGS, 'br', 'img'],
  allowedAttributes: { a: ['href'], img: ['src', 'alt'] },
  allowedSchemes: [],
  allowedSchemesByTag: { a: ['https', 'mailto'], img: ['https'] },
  allowProtocolRelative: false,
  nonTextTags: DROPPED_WHOLE,
  nestingLimit: DEEPEST,
  transformTags: {
    a: (tagName, { href }) => ({ tagName, attribs: withUrl('href', keptUrl(href, LINK_SCHEMES)) }),
    img: (tagName, { src, alt }) => {
      const url = keptUrl(src, IMAGE_SCHEMES);
      return url === undefined
        ? { tagName: 'dropped', attribs: {} }
        : { tagName, attribs: { src: url, ...(alt ? { alt } : {}) } };
    },
  },
};

/** Text outside tags. */
const textOf = (html: string): string =>
  html
    .replace(/<[^<>]*>?/g, '')
    .replace(/&(?!(?:amp|lt|gt);)/g, '&amp;')
    .replaceAll('>', '&gt;');

const marksIn = (html: string): number => html.split('<').length + html.split('&').length - 2;

function isKnownClean(html: string): boolean {
  if (html.length < LONG) return isClean(html);
  const digest = hash('sha256', html, 'base64url');
  const found = known.get(digest) ?? isClean(html);
  if (found) known.set(digest, true);
  return found;
}

/** Dropping a part can create new markup, so cleaning repeats until the form is clean; else only the text stays. */
function clean(html: string): string {
  if (isKnownClean(html)) return html;
  if (marksIn(html) > MOST_MARKS) return textOf(html);
  let before = html;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    before = sanitizeHtml(before, options);
    if (isClean(before)) return before;
  }
  return textOf(before);
}

export const htmlCleaner: HtmlCleaner = { clean };
