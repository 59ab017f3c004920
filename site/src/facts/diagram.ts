/** Meaning of a node; it decides the colour. */
export type Meaning = 'plain' | 'event' | 'model' | 'effect';

export interface DiagramNode {
  /** Lines are separated by a line feed. */
  readonly text: string;
  /** Column from 0, or columns as `[first, last]`. */
  readonly lane: number | readonly [number, number];
  readonly row: number;
  readonly is?: Meaning;
}

export interface DiagramArrow {
  readonly from: string;
  readonly to: string;
  readonly dashed?: boolean;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Units of the drawing: as wide as a phone of 320 px shows it, so that 13 units are 13 px there. */
export const WIDTH = 288;
export const LINE = 17;
export const FONT = 13;
const HEAD = 26;
const GAP = 24;
const BETWEEN = 26;
const PADDING = 8;

const linesOf = ({ text }: DiagramNode) => text.split('\n').length;
const heightOf = (node: DiagramNode) => linesOf(node) * LINE + 2 * PADDING;

/** Places of the nodes, in lanes of the same width and rows as high as their highest node. */
export function placed(nodes: Readonly<Record<string, DiagramNode>>, lanes: number, hasHeads: boolean) {
  const width = (WIDTH - GAP * (lanes - 1) - 2) / lanes;
  const all = Object.entries(nodes);
  const rows = 1 + Math.max(...all.map(([, { row }]) => row));
  const heights = Array.from({ length: rows }, (_, row) =>
    Math.max(0, ...all.filter(([, node]) => node.row === row).map(([, node]) => heightOf(node))),
  );
  const topOf = (row: number) =>
    (hasHeads ? HEAD : 1) + heights.slice(0, row).reduce((sum, height) => sum + height + BETWEEN, 0);
  const boxes = Object.fromEntries(
    all.map(([name, node]): [string, Box] => {
      const [first, last] = typeof node.lane === 'number' ? [node.lane, node.lane] : node.lane;
      const height = heightOf(node);
      const y = topOf(node.row) + ((heights[node.row] ?? height) - height) / 2;
      const span = (last - first + 1) * width + (last - first) * GAP;
      return [name, { x: 1 + first * (width + GAP), y, width: span, height }];
    }),
  );
  return { boxes, width, height: topOf(rows) - BETWEEN + 1 };
}

const middle = ({ x, width }: Box) => x + width / 2;

/** The line between two nodes: straight where they face each other, else bent once between the rows. */
export function pathBetween(from: Box, to: Box): string {
  const isBeside = from.y < to.y + to.height && to.y < from.y + from.height;
  if (isBeside) {
    const y = (Math.max(from.y, to.y) + Math.min(from.y + from.height, to.y + to.height)) / 2;
    return from.x < to.x ? `M${from.x + from.width} ${y}H${to.x - 1}` : `M${from.x} ${y}H${to.x + to.width + 1}`;
  }
  const [start, end] = from.y < to.y ? [from.y + from.height, to.y - 1] : [from.y, to.y + to.height + 1];
  const left = Math.max(from.x, to.x);
  const right = Math.min(from.x + from.width, to.x + to.width);
  if (left < right) return `M${(left + right) / 2} ${start}V${end}`;
  const bend = from.y < to.y ? end - BETWEEN / 2 : end + BETWEEN / 2;
  return `M${middle(from)} ${start}V${bend}H${middle(to)}V${end}`;
}
