import type { Call } from '../../../site/src/facts/error-calls.js';
import type { Json } from '../../support/openapi/api-document.js';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Document {
  readonly components: { readonly responses: object };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** The codes of an error response; none of another one. */
function codesOf(response: Json, shared: Json): readonly string[] {
  const { content } = response.$ref ? shared[response.$ref.split('/').at(-1)] : response;
  return content?.['application/json']?.schema?.allOf?.[1]?.properties.code.enum ?? [];
}

/** The calls of an OpenAPI document. */
export const callsIn = ({ paths, components }: Document): readonly Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, summary, responses }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      summary,
      codes: Object.values(responses).flatMap((response) => codesOf(response, components.responses)),
    })),
  );
