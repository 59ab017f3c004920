import type { Position } from '../../../../kernel/event.js';

export interface TraceNode {
  readonly id: string;
  readonly position: Position;
}

/** Nodes in the order of the log, behind a position. */
export interface TraceIndex<N extends TraceNode> {
  roots(after: Position, limit: number): Promise<readonly N[]>;
  childrenOf(parentId: string, after: Position, limit: number): Promise<readonly N[]>;
}

/**
 * The place of a walk. The last entry of `after` is the position of the last node that was listed. Each entry before is
 * that of the last node of its level whose children were all listed.
 */
export interface TracePlace {
  readonly after: readonly Position[];
  /** The level that is listed has a node. */
  readonly hasAny: boolean;
}

/** Nodes that are read together, and the most children of one that are read at once. */
const TOGETHER = 64;
/** Groups of nodes that one walk looks at. */
const MOST_LOOKS = 128;

export const TRACE_START: TracePlace = { after: [0], hasAny: false };

/**
 * Walks through a tree of events, breadth first. A place holds positions alone. To go on at a place, a walk reads the
 * next nodes of each level above again.
 */
export class TraceWalk<N extends TraceNode> {
  private readonly after: Position[];
  private hasAny: boolean;
  private parents: (readonly N[])[] = [];
  private looks = 0;
  private isOver = false;

  constructor(
    private readonly index: TraceIndex<N>,
    { after, hasAny }: TracePlace = TRACE_START,
  ) {
    this.after = [...after];
    this.hasAny = hasAny;
  }

  /** The tree goes on, although `next` found no node: many before it have no children. */
  get hasMore(): boolean {
    return !this.isOver;
  }

  /** Where the walk goes on behind a node, or where it is. */
  placeBehind(node?: N): TracePlace {
    return node
      ? { after: [...this.after.slice(0, -1), node.position], hasAny: true }
      : { after: [...this.after], hasAny: this.hasAny };
  }

  /** The next nodes, of one level. None: the tree ends, or it looked at enough. */
  async next(): Promise<readonly N[]> {
    while (this.looks++ < MOST_LOOKS) {
      const level = this.after.length - 1;
      const parents = level === 0 ? undefined : await this.group(level - 1);
      if (level > 0 && !parents) break;
      const found = parents ? await this.children(parents, this.at(level)) : await this.roots();
      const last = found.at(-1);
      if (last) {
        this.after[level] = last.position;
        this.hasAny = true;
        return found;
      }
      const lastParent = parents?.at(-1);
      if (lastParent) this.leave(level - 1, lastParent);
      else if (this.hasAny) this.descend();
      else {
        this.isOver = true;
        break;
      }
    }
    return [];
  }

  /** The nodes of a level above whose children come next; none: all are passed. Undefined: it looked at enough. */
  private async group(level: number): Promise<readonly N[] | undefined> {
    while (this.looks++ < MOST_LOOKS) {
      const known = this.parents[level];
      if (known) return known;
      const above = level === 0 ? undefined : await this.group(level - 1);
      if (level > 0 && !above) return undefined;
      const found = above ? await this.children(above, this.at(level)) : await this.roots();
      const last = above?.at(-1);
      if (found.length === 0 && last) this.leave(level - 1, last);
      else this.parents[level] = found;
    }
    return undefined;
  }

  /** All children of the group of a level are passed. */
  private leave(level: number, last: N): void {
    this.after[level] = last.position;
    this.after[level + 1] = 0;
    this.parents.length = level;
  }

  private descend(): void {
    this.after.push(0);
    this.after.fill(0);
    this.hasAny = false;
    this.parents = [];
  }

  private at(level: number): Position {
    return this.after[level] ?? 0;
  }

  private roots(): Promise<readonly N[]> {
    return this.index.roots(this.at(0), TOGETHER);
  }

  private async children(parents: readonly N[], after: Position): Promise<readonly N[]> {
    const found = await Promise.all(parents.map(({ id }) => this.index.childrenOf(id, after, TOGETHER)));
    return found
      .flat()
      .sort((one, other) => one.position - other.position)
      .slice(0, TOGETHER);
  }
}

/** Levels of a tree, with room. */
const MOST_LEVELS = 100;

/** Undefined for a text that is not a place. */
export function readTracePlace(text: string): TracePlace | undefined {
  try {
    const { after, hasAny } = JSON.parse(text) as TracePlace;
    const isPlace =
      after.length > 0 && after.length <= MOST_LEVELS && after.every((each) => Number.isSafeInteger(each) && each >= 0);
    return isPlace ? { after, hasAny: hasAny === true } : undefined;
  } catch {
    return undefined;
  }
}
