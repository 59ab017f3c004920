import type { Call } from '../../../site/src/facts/error-calls.js';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** The calls of an OpenAPI document. */
export const callsIn = ({ paths }: Document): readonly Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, summary, responses }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      summary,
      statuses: Object.keys(responses).map(Number),
    })),
  );
