import { errorExample } from '../../../src/catalogue/error-texts/error-examples.js';
import type { RejectionEntry } from '../../../src/catalogue/errors/rejection-entry.js';
import type { RejectionCode } from '../../../src/catalogue/errors/rejections.js';
import { retryAdvice } from './error-advice.js';
import { type Call, givenBy } from './error-calls.js';

interface Page {
  readonly code: RejectionCode;
  readonly entry: RejectionEntry;
  readonly status: number;
  readonly calls: readonly Call[];
}

export const errorRoute = (code: string): string => `/docs/api/errors/${code}`;

const exampleOf = (code: RejectionCode): string => JSON.stringify(errorExample(code), null, 2);

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

## Should you retry?

${retryAdvice(code, entry.kind)}

## The response

\`\`\`json title="${status}"
${exampleOf(code)}
\`\`\`

With \`Accept-Language: de\` the \`message\` is "${entry.de}"

## Calls that return this error

${listed(givenBy(code, calls))}

See [Errors](/docs/api/errors) for all codes.
`;
}
