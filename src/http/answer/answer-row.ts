import type { ChunkBuffers } from '../../lib/chunk-buffers.js';

/** A value that is read while it is sent: compact JSON in UTF-8. */
export interface LargeValue {
  readonly bytes: number;
  /** Chunks may take their memory from `buffers`; the reader gives it back. */
  read(buffers?: ChunkBuffers): AsyncIterable<Uint8Array>;
}

/** One row of a list, as JSON. */
export interface AnswerRow {
  /** An object that has at least one member. */
  readonly json: string;
  /** A further member of the object. */
  readonly large?: LargeValue & { readonly member: string };
}

const opening = (member: string): string => `,${JSON.stringify(member)}:`;

/** Bytes of the name of a large member in its row. */
export const memberBytes = ({ member }: { readonly member: string }): number => Buffer.byteLength(opening(member));

/** `{<plural>: [...], ...paging}` of rows without large values. */
export function textOf(plural: string, rows: readonly AnswerRow[], paging: object): string {
  let text = `{${JSON.stringify(plural)}:[`;
  let comma = '';
  for (const { json } of rows) {
    text += comma + json;
    comma = ',';
  }
  return `${text}],${JSON.stringify(paging).slice(1)}`;
}

/** Characters of rows that are sent as one piece: each piece costs a turn of the stream and an entry of a system call. */
const PIECE = 65_536;

/** The parts of `{<plural>: [...], ...paging}` in their order. */
export const piecesOf = (plural: string, rows: readonly AnswerRow[], paging: object) =>
  listsPieces([[plural, rows]], paging);

/** The parts of an object with several lists and the members of `paging`, in their order. */
export function* listsPieces(
  lists: readonly (readonly [plural: string, rows: readonly AnswerRow[]])[],
  paging: object,
): Generator<string | LargeValue, void> {
  let text = '{';
  for (const [plural, rows] of lists) {
    text += `${JSON.stringify(plural)}:[`;
    for (const [i, { json, large }] of rows.entries()) {
      if (i > 0) text += ',';
      text += large ? json.slice(0, -1) + opening(large.member) : json;
      if (!large && text.length < PIECE) continue;
      yield text;
      if (large) yield large;
      text = large ? '}' : '';
    }
    text += '],';
  }
  yield text + JSON.stringify(paging).slice(1);
}
