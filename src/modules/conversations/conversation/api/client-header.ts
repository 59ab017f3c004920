import { limits } from '../../../../catalogue/limits/limits.js';
import { cutText } from '../../../../lib/cut-text.js';
import { filled, written } from '../../../../lib/template.js';

const IN_URL = /^<(?:a|img)\b.*(?:href|src)="[^"]*$/s;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string, marks: RegExp): string => text.replace(marks, (mark) => ENTITIES[mark] ?? mark);

/** A value in a link is one part of its path or query, so it cannot lead to another place. */
function inUrl(tag: string, text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed()).replaceAll("'", '%27');
  return tag.includes('href="mailto:') ? encoded.replaceAll('%40', '@') : encoded;
}

/** Written as the HTML cleaner writes it, so that cleaning finds nothing to change. */
function writtenIn(tag: string, text: string): string {
  if (IN_URL.test(tag)) return inUrl(tag, text);
  return escaped(text, tag === '' ? /[&<>]/g : /[&<>"]/g);
}

/** The header of a type, which is clean HTML, with its values, each escaped for its place. */
export function clientHeader(template: string, values: Readonly<Record<string, unknown>>): string {
  let left: number = limits.headerValues;
  return filled(template, (name, tag) => {
    const text = cutText(written(values[name]), limits.headerValue);
    const shown = writtenIn(tag, text);
    left -= shown.length;
    return left < 0 ? '' : shown;
  });
}
