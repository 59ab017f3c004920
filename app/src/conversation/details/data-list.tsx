import { useTexts } from '../../language.js';
import { isMembers } from '../data-form/members.js';
import type { JsonSchema } from '../data-form/problems.js';
import { type DetailsTexts, texts } from './texts.js';

/** The details show this many characters of a value. The editor shows the whole. */
const SHOWN = 300;

interface Props {
  readonly data: Readonly<Record<string, unknown>>;
  readonly schema?: JsonSchema | undefined;
}

const partOf = (schema: unknown, name: string): Readonly<Record<string, unknown>> => {
  const part = isMembers(schema) && isMembers(schema.properties) ? schema.properties[name] : undefined;
  return isMembers(part) ? part : {};
};

function wordsOf(value: unknown, text: DetailsTexts): string {
  if (typeof value === 'boolean') return value ? text.yes : text.no;
  const words = typeof value === 'string' ? value : JSON.stringify(value);
  return words.length > SHOWN ? `${words.slice(0, SHOWN)} …` : words;
}

/** Members with the titles of their schema. */
export function DataList({ data, schema }: Props) {
  const text = useTexts(texts);
  return (
    <dl className="data">
      {Object.entries(data).map(([name, value]) => {
        const part = partOf(schema, name);
        return (
          <div key={name}>
            <dt>{typeof part.title === 'string' ? part.title : name}</dt>
            <dd dir="auto">{isMembers(value) ? <DataList data={value} schema={part} /> : wordsOf(value, text)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
