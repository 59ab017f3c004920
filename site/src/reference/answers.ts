import { type Field, type Members, membersOf } from './fields.ts';
import { type Content, type Document, type Operation, type Response, resolved } from './openapi.ts';

const NAMES: Readonly<Record<string, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  206: 'Partial Content',
  302: 'Found',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

export interface Answer {
  readonly status: string;
  /** `201 Created`. */
  readonly title: string;
  readonly text: string;
  readonly headers: readonly { readonly name: string; readonly text: string }[];
  readonly mediaTypes: readonly string[];
  readonly members: Members;
  /** Title of an earlier answer that has the same fields; `members` is empty then. */
  readonly sameAs?: string;
  readonly example?: unknown;
  /** Codes of an error, with their causes. */
  readonly codes: readonly { readonly code: string; readonly meaning?: string }[];
}

const NO_MEMBERS: Members = { fields: [], kinds: [] };
const isError = (status: string) => Number(status) >= 400;

const exampleOf = ({ example, examples = {} }: Content): unknown => example ?? Object.values(examples)[0]?.value;

function answerOf(document: Document, status: string, given: Response): Answer {
  const response = resolved(document, given);
  const mediaTypes = Object.keys(response.content ?? {});
  const content = Object.values(response.content ?? {})[0] ?? {};
  const members = membersOf(document, content.schema ?? {}, status);
  const code = members.fields.find(({ name }) => name === 'code');
  const example = exampleOf(content);
  return {
    status,
    title: NAMES[status] ? `${status} ${NAMES[status]}` : status,
    text: response.description,
    headers: Object.entries(response.headers ?? {}).map(([name, header]) => ({
      name,
      text: resolved(document, header).description ?? '',
    })),
    mediaTypes,
    members: isError(status) ? NO_MEMBERS : members,
    ...(example === undefined ? {} : { example }),
    codes: isError(status) ? codesOf(content, code) : [],
  };
}

const schemaText = (document: Document, response: Response | undefined) =>
  JSON.stringify(Object.values((response && resolved(document, response).content) ?? {})[0]?.schema);

function exampleCodes(content: Content): Field['values'] {
  const { code } = (exampleOf(content) ?? {}) as { readonly code?: string };
  return code === undefined ? [] : [{ value: code }];
}

/** An answer that has the fields of an earlier one names it. */
const withoutRepeats = (
  document: Document,
  responses: Operation['responses'],
  answers: readonly Answer[],
): readonly Answer[] =>
  answers.map((answer, at) => {
    const own = schemaText(document, responses[answer.status]);
    const same = own && answers.slice(0, at).find(({ status }) => schemaText(document, responses[status]) === own);
    return same ? { ...answer, members: NO_MEMBERS, sameAs: same.title } : answer;
  });

/** The codes that the schema of this answer is narrowed to, else the code of its example. */
const codesOf = (content: Content, field: Field | undefined) =>
  (content.schema?.allOf ? (field?.values ?? []) : exampleCodes(content)).map(({ value, meaning }) => ({
    code: value,
    ...(meaning === undefined ? {} : { meaning }),
  }));

/** The answers of an operation: `good` are those below 400, and those that a webhook expects. */
export function answersOf(
  document: Document,
  { responses }: Operation,
): { readonly good: readonly Answer[]; readonly errors: readonly Answer[] } {
  const all = Object.entries(responses).map(([status, response]) => answerOf(document, status, response));
  return {
    good: withoutRepeats(
      document,
      responses,
      all.filter(({ status, codes }) => !isError(status) || codes.length === 0),
    ),
    errors: all.filter(({ status, codes }) => isError(status) && codes.length > 0),
  };
}

export const answerAnchor = (status: string): string => `answer.${status}`;
export const errorAnchor = (status: string, code: string): string => `${status}.${code}`;
