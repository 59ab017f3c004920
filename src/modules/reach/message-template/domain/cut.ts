const SPACE = /\s/u;
const ELLIPSIS = '…';

/** At most `most` code points: longer text ends at a word and with the ellipsis; an endless word ends anywhere. */
export function cut(text: string, most: number, ellipsis: string = ELLIPSIS): string {
  const points = [...text];
  if (points.length <= most) return text;
  const fitting = most - [...ellipsis].length;
  const room = points.slice(0, fitting);
  const isWhole = SPACE.test(points[fitting] as string);
  const end = isWhole ? room.length : room.findLastIndex((point) => SPACE.test(point));
  const kept = room.slice(0, Math.max(end, 0)).join('').trimEnd();
  return `${kept === '' ? room.join('') : kept}${ellipsis}`;
}
