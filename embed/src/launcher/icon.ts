const SVG = 'http://www.w3.org/2000/svg';

export const SPEECH = 'M4 5h16v11H10l-5 4v-4H4z';
export const CROSS = 'M6 6l12 12M18 6L6 18';

/** A drawing of lines in a square of 24. */
export function icon(lines: string): SVGElement {
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('viewBox', '0 0 24 24');
  drawing.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', lines);
  drawing.append(path);
  return drawing;
}
