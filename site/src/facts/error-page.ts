import type { RejectionEntry } from '../../../src/catalogue/errors/rejection-entry.js';
import type { RejectionCode } from '../../../src/catalogue/errors/rejections.js';
import { exampleDetails, retryAdvice } from './error-advice.js';
import { type Call, callsOf } from './error-calls.js';

const FIELD_ERROR = {
  code: 'errors.field.required',
  message: 'A value is required.',
  path: 'participants.0.display_name',
};

interface Page {
  readonly code: RejectionCode;
  readonly entry: RejectionEntry;
  readonly status: number;
  readonly calls: readonly Call[];
}

export const errorRoute = (code: string): string => `/docs/api/errors/${code}`;

/** The calls among `calls` that give the code, or a sentence that names them. */
export function givenBy(code: RejectionCode, calls: readonly Call[]): string | readonly Call[] {
  const chosen = callsOf[code];
  if (chosen === undefined) throw new Error(`site/src/facts/error-calls.ts has no row for ${code}.`);
  return typeof chosen === 'string' ? chosen : calls.filter(chosen);
}

const exampleOf = ({ code, entry: { en } }: Page): string =>
  JSON.stringify(
    {
      code,
      message: en,
      ...(code === 'errors.validation.failed' ? { errors: [FIELD_ERROR] } : {}),
      ...(exampleDetails[code] ? { details: exampleDetails[code] } : {}),
      request_id: '019a8f40-2b1c-7d55-9c33-0a4be8f6d2c1',
    },
    null,
    2,
  );

const listed = (given: string | readonly Call[]): string =>
  typeof given === 'string'
    ? given
    : given.map(({ method, path, summary }) => `- \`${method} ${path.replace('/api/v1', '')}\`: ${summary}`).join('\n');

/** The page of an error code as Markdown. */
export function errorPage(page: Page): string {
  const { code, entry, status, calls } = page;
  return `---
title: ${code}
description: ${JSON.stringify(`HTTP ${status}. ${entry.cause.replaceAll('`', '')}`)}
slug: docs/api/errors/${code}
---

HTTP status **${status}**. ${entry.en}${/[.!?]$/.test(entry.en) ? '' : '.'}

## What happened

${entry.cause}

## What to do

${entry.remedy}

## Whether to retry

${retryAdvice(code, entry.kind)}

## The response

\`\`\`json title="${status}"
${exampleOf(page)}
\`\`\`

With \`Accept-Language: de\` the \`message\` is "${entry.de}"

## The calls that give it

${listed(givenBy(code, calls))}

All codes are on the page [Errors](/docs/api/errors).
`;
}
