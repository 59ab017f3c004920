/** Header of requests and responses with a position of the event log (contract 1). */
export const POSITION_HEADER = 'Tidings-Position';

/** Header of responses as of a moment, with the position of that moment. */
export const AS_OF_HEADER = 'Tidings-As-Of';

const WRITTEN = /^p(0|[1-9a-z][0-9a-z]{0,10})$/;

/** A position on the wire. Opaque, and in base 36 so that no client counts with it. */
export const writePosition = (position: number): string => `p${position.toString(36)}`;

/** The position that a text of the wire names; undefined for any other text. */
export function parsePosition(text: string): number | undefined {
  const position = Number.parseInt(WRITTEN.exec(text)?.[1] ?? '', 36);
  return Number.isSafeInteger(position) ? position : undefined;
}
