/** A JSON Schema, as far as the document is built from it. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  example?: unknown;
  enum?: readonly unknown[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  additionalProperties?: unknown;
  [keyword: string]: unknown;
}

export type Schemas = Record<string, Schema>;

export const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Names of the component schemas that a value refers to. */
export const schemasIn = (value: unknown): string[] =>
  [...JSON.stringify(value ?? {}).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => String(name));

/** `MESSAGE_SEEN`, `conversation.created` and `read_status` as `MessageSeen`, `ConversationCreated` and `ReadStatus`. */
export const pascal = (words: string): string =>
  words
    .split(/[^A-Za-z0-9]+/)
    .map((word) => {
      const rest = word.slice(1);
      return word.slice(0, 1).toUpperCase() + (word === word.toUpperCase() ? rest.toLowerCase() : rest);
    })
    .join('');
