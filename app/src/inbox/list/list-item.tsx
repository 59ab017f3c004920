import type { ReactNode } from 'react';
import { type HeaderPart, headerParts } from '../../../../embed/src/header-parts.js';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;
const STRONG = /^(b|strong|h\d)$/;
const BLOCK = /^(p|div|h\d|ul|ol|li|br)$/;

function written(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The template of a type with the values of a conversation, which stay text. Undefined: it shows nothing. */
export function listItem(template: string, values: Readonly<Record<string, unknown>>): ReactNode {
  const html = template.replace(PLACEHOLDER, (_, name: string) =>
    written(values[name]).replace(/[&<>"]/g, (found) => ENTITIES[found] ?? found),
  );
  const parts = headerParts(html) ?? [];
  return parts.map(textOf).join('').trim() === '' ? undefined : parts.map(shown);
}

const textOf = (part: HeaderPart): string =>
  typeof part === 'string' ? part : (part.alt ?? part.parts.map(textOf).join(''));

/** A row is a link of few lines: links, images and blocks become text. */
function shown(part: HeaderPart, key: number): ReactNode {
  if (typeof part === 'string') return part;
  const { tag, alt, parts } = part;
  const inner = alt ?? parts.map(shown);
  const gap = BLOCK.test(tag) ? ' ' : '';
  if (STRONG.test(tag)) return [gap, <strong key={key}>{inner}</strong>, gap];
  if (/^(i|em)$/.test(tag)) return <em key={key}>{inner}</em>;
  return (
    <span key={key}>
      {gap}
      {inner}
      {gap}
    </span>
  );
}
