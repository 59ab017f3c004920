import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkitten';

export interface Words {
  readonly title: string;
  readonly text: string;
}

interface Style {
  readonly size: number;
  readonly weight: 400 | 650;
  readonly color: string;
}

export const OG_SIZE = { width: 1200, height: 630 } as const;

/** The light colours of tokens.css. */
const colors = {
  ground: '#f6f5f1',
  ink: '#14202b',
  muted: '#4c5a67',
  accent: '#0b6b66',
  event: '#a54c09',
  line: '#e2e0d8',
};
const FOLDER = new URL('../../src/', import.meta.url);
const MARGIN = 88;
/** Units of the face to one em. */
const UNITS = 1_000;
const WIDEST = OG_SIZE.width - 2 * MARGIN;

const logo = readFileSync(new URL('assets/logo.svg', FOLDER), 'utf8');
const read = (file: string): Font => create(readFileSync(new URL(`fonts/${file}.woff2`, FOLDER))) as Font;
const faces = { 400: read('hanken-grotesk'), 650: read('hanken-grotesk-650') } as const;

const glyphsOf = (text: string, weight: Style['weight']) =>
  [...text].map((letter) => faces[weight].glyphForCodePoint(letter.codePointAt(0)!));
const widthOf = (text: string, { size, weight }: Style): number =>
  glyphsOf(text, weight).reduce((sum, { advanceWidth }) => sum + (advanceWidth * size) / UNITS, 0);

/** Words in lines of the widest width; the last of at most `most` lines ends with an ellipsis where there is more. */
function linesOf(text: string, style: Style, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf(longer, style) <= WIDEST) lines[lines.length - 1] = longer;
    else if (lines.length < most) lines.push(word);
    else {
      lines[lines.length - 1] = `${last?.replace(/[.,;:]$/, '')} …`;
      break;
    }
  }
  return lines;
}

/** The text as outlines, so that the machine that draws it needs no font. */
function outlined(text: string, x: number, y: number, style: Style): string {
  const scale = style.size / UNITS;
  let at = x;
  const paths = glyphsOf(text, style.weight).map((glyph) => {
    const d = glyph.path.toSVG();
    const place = `translate(${at.toFixed(2)} ${y}) scale(${scale} ${-scale})`;
    at += glyph.advanceWidth * scale;
    return d === '' ? '' : `<path d="${d}" transform="${place}"/>`;
  });
  return `<g fill="${style.color}">${paths.join('')}</g>`;
}

const title = (size: number): Style => ({ size, weight: 650, color: colors.ink });
const prose: Style = { size: 34, weight: 400, color: colors.muted };
const name: Style = { size: 36, weight: 650, color: colors.ink };

/** A picture of 1200 × 630 pixels: the mark, the title of the page and its description. */
export function drawing({ title: heading, text }: Words): string {
  const style = linesOf(heading, title(84), 3).length < 3 ? title(84) : title(64);
  const lead = style.size * 1.12;
  const heads = linesOf(heading, style, 3);
  const first = 240 + style.size * 0.3;
  const below = first + (heads.length - 1) * lead + 72;
  const lines = [
    ...heads.map((each, at) => outlined(each, MARGIN, first + at * lead, style)),
    ...linesOf(text, prose, 3).map((each, at) => outlined(each, MARGIN, below + at * 48, prose)),
  ];
  const mark = logo.replace(
    /<svg[^>]*?viewBox="([^"]+)"[^>]*>/,
    `<svg x="${MARGIN}" y="72" width="64" height="64" viewBox="$1">`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${OG_SIZE.width}" height="${OG_SIZE.height}">
<rect width="100%" height="100%" fill="${colors.ground}"/><rect width="100%" height="12" fill="${colors.accent}"/>
${mark}${outlined('Tidings', MARGIN + 84, 116, name)}
<rect x="${MARGIN}" y="574" width="${WIDEST}" height="3" fill="${colors.line}"/>
${[0, 1, 2, 3, 4].map((at) => `<circle cx="${MARGIN + 10 + at * 56}" cy="575.5" r="9" fill="${colors.event}"/>`).join('')}
${lines.join('\n')}</svg>`;
}
