import { assetFailures, describedKinds } from '../../../src/catalogue/assets.js';
import { clientView } from '../../../src/catalogue/client-view.js';
import { colors } from '../../../src/catalogue/colors.js';
import { fieldErrors } from '../../../src/catalogue/error-texts/field-errors.js';
import { retriedStatuses } from '../../../src/catalogue/error-texts/retries.js';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { suppressedReasons } from '../../../src/catalogue/notifications/suppressed-reasons.js';
import { socketTypes } from '../../../src/catalogue/socket-types.js';
import { RETRY_PAUSES } from '../../../src/catalogue/webhook-retries.js';
import { webhookTypes } from '../../../src/catalogue/webhook-types.js';

export interface Table {
  readonly head: readonly string[];
  /** Cells as lines of Markdown. */
  readonly rows: readonly (readonly string[])[];
  /** Columns of numbers, from 0. */
  readonly numbers?: readonly number[];
}

const code = (text: string) => `\`${text}\``;
const described = (entries: Readonly<Record<string, string>>) =>
  Object.entries(entries).map(([type, meaning]) => [code(type), meaning]);

export const webhookTypeTable: Table = { head: ['Type', 'Sent when'], rows: described(webhookTypes) };

export const assetKindTable: Table = {
  head: ['Kind', 'Types', 'At most'],
  rows: describedKinds().map(({ kind, types, mebibytes }) => [
    code(kind),
    types,
    `${mebibytes} MiB${kind === 'IMAGE' ? `, ${limits.imagePixels / 1_000_000} million pixels over all frames` : ''}`,
  ]),
};

export const assetFailureTable: Table = { head: ['Failure', 'Meaning'], rows: described(assetFailures) };

export const suppressedTable: Table = { head: ['Reason', 'Meaning'], rows: described(suppressedReasons) };

export const socketTable = (kind: keyof typeof socketTypes): Table => ({
  head: ['Type', 'Meaning'],
  rows: described(socketTypes[kind]),
});

export const fieldErrorTable: Table = {
  head: ['Code', 'Message'],
  rows: Object.entries(fieldErrors).map(([name, { en }]) => [code(name), en]),
};

export const colorTable: Table = {
  head: ['Field', 'Colour of', 'Default'],
  rows: Object.entries(colors).map(([name, color]) => [code(name), color.description, code(color.default)]),
};

export const clientViewTable: Table = {
  head: ['Resource', 'Fields visible to a client'],
  rows: [
    ['conversation', clientView.conversation.map(code).join(', ')],
    ['other participants', clientView.participant.map(code).join(', ')],
    ['its own participant, messages', 'all'],
  ],
};

/** Meaning of each include. `test/site/docs/docs-facts.spec.ts` holds the names against the OpenAPI document. */
export const includes: Readonly<Record<string, string>> = {
  PARTICIPANTS: 'the participants',
  CONVERSATION_TYPE: 'the whole conversation type',
  CONVERSATION_DATA: 'the data of the conversation',
  CURRENT_USER_READ_STATUS: 'last message seen and number of unread messages of the caller',
  LIST_ITEM_TEMPLATE_DATA: 'values for the list item template of the type',
  CLIENT_HEADER_TEMPLATE_DATA: 'values for the header template; for clients also the header as HTML',
  CLIENT_PARTICIPANT_FRONTEND_URL: 'URL of the conversation in the client app for each client, without a key',
  LAST_MESSAGE: 'the message with the highest sequence, with the first 200 characters of its text',
};

export const includeTable: Table = {
  head: ['Include', 'Adds'],
  rows: described(includes),
};

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Seconds in the largest unit that divides them. */
export function duration(seconds: number): string {
  const [unit, size] = UNITS.find(([, each]) => seconds >= each && seconds % each === 0) ?? ['second', 1];
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

export const retriedStatusTable: Table = {
  head: ['Status', 'Reason'],
  rows: described(retriedStatuses),
};

export const retryTable: Table = {
  head: ['Attempt', 'Pause before the attempt'],
  rows: [0, ...RETRY_PAUSES].map((pause, at) => [String(at + 1), pause === 0 ? 'none' : duration(pause)]),
  numbers: [0],
};

const cellsOf = (line: string): readonly string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

/** All tables of a page of Markdown as one, with the head of the first. */
export function joinedTable(markdown: string): Table {
  const tables = markdown.match(/(?:^\|.*\n)+/gm)?.map((table) => table.trim().split('\n')) ?? [];
  const [head] = tables[0] ?? [];
  if (head === undefined) throw new Error('The page has no table.');
  return { head: cellsOf(head), rows: tables.flatMap(([, , ...rows]) => rows.map(cellsOf)) };
}
