import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'site/dist');
const document = JSON.parse(readFileSync(join(root, 'site/public/openapi.json'), 'utf8'));

// biome-ignore lint/suspicious/noExplicitAny: the spec reads the document without the code of the reference.
type Json = any;

const operations: readonly Json[] = [...Object.values(document.paths), ...Object.values(document.webhooks)].flatMap(
  (item: Json) => Object.values(item),
);
const resolved = (value: Json): Json =>
  value.$ref
    ? value.$ref
        .split('/')
        .slice(1)
        .reduce((at: Json, name: string) => at[name], document)
    : value;
const htmlOf = (route: string) => readFileSync(join(dist, `${route}index.html`), 'utf8');
const idsIn = (html: string) => [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);
const pages = new Map(
  operations.map(({ operationId }) => {
    const route = `/openapi/operations/${operationId}/`;
    return [operationId, existsSync(join(dist, route, 'index.html')) ? htmlOf(route) : ''];
  }),
);
const firstOf = (content: Json = {}): Json => Object.values(content)[0] ?? {};

/** Names of all members below a schema, each once; a schema within itself is not entered again. */
function namesIn(given: Json, above: readonly string[] = []): readonly string[] {
  if (above.includes(given.$ref)) return [];
  const inside = given.$ref ? [...above, given.$ref] : above;
  const { properties = {}, items, oneOf = [], anyOf = [], allOf = [] } = resolved(given);
  const parts = [...(items ? [items] : []), ...oneOf, ...anyOf, ...allOf, ...Object.values(properties)];
  return [...new Set([...Object.keys(properties), ...parts.flatMap((part) => namesIn(part, inside))])];
}

describe('each operation of the document', () => {
  test('has a page in the sitemap, in the sidebar of every other, and in llms.txt', () => {
    expect([...pages].filter(([, html]) => html === '').map(([id]) => id)).toEqual([]);
    const sitemap = readFileSync(join(dist, 'sitemap-0.xml'), 'utf8');
    const listed = readFileSync(join(dist, 'llms.txt'), 'utf8');
    for (const id of pages.keys()) {
      expect(sitemap).toContain(`/openapi/operations/${id}/</loc>`);
      expect(listed).toContain(`/openapi/operations/${id}/index.md`);
      for (const route of ['/openapi/', '/openapi/asyncapi/', '/openapi/operations/message_post/'])
        expect(htmlOf(route), route).toContain(`href="/openapi/operations/${id}/"`);
    }
    expect(readFileSync(join(dist, 'docs/intro.html'), 'utf8')).not.toContain('reference-links');
  });

  test('has each parameter, field, header, answer and error at an anchor of its own', () => {
    const missing: string[] = [];
    for (const { operationId, parameters = [], requestBody, responses } of operations) {
      const ids = idsIn(pages.get(operationId) ?? '');
      const repeated = ids.filter((id, at) => ids.indexOf(id) !== at);
      missing.push(...repeated.map((id) => `${operationId}: ${id} twice`));
      const wanted: [string, boolean][] = parameters
        .map(resolved)
        .map((each: Json) => [`${each.in}.${each.name}`, ids.includes(`${each.in}.${each.name}`)]);
      const below = (place: string, schema: Json) => {
        for (const name of namesIn(schema))
          wanted.push([`${place} ${name}`, ids.some((id) => id.startsWith(`${place}.`) && id.endsWith(`.${name}`))]);
      };
      below('body', firstOf(requestBody?.content).schema ?? {});
      const shown = new Map<string, string>();
      for (const [status, given] of Object.entries<Json>(responses)) {
        const { content, headers = {} } = resolved(given);
        const schema = firstOf(content).schema ?? {};
        const first = shown.get(JSON.stringify(schema)) ?? status;
        shown.set(JSON.stringify(schema), first);
        wanted.push([status, ids.includes(`answer.${status}`)]);
        const example = firstOf(content).example ?? Object.values<Json>(firstOf(content).examples ?? {})[0]?.value;
        if (Number(status) >= 400)
          wanted.push([`${status} ${example?.code}`, ids.includes(`${status}.${example?.code}`) || !example]);
        else below(first, schema);
        if (Number(status) < 400)
          for (const name of Object.keys(headers))
            wanted.push([`${status} ${name}`, ids.includes(`${status}.${name}`)]);
      }
      missing.push(...wanted.filter(([, found]) => !found).map(([what]) => `${operationId}: ${what}`));
    }
    expect(missing).toEqual([]);
  });

  test('leads from each error code to its page, and to no code that its answer cannot have', () => {
    for (const { operationId, responses } of operations) {
      const codes = Object.values<Json>(responses).flatMap((given) => {
        const content = firstOf(resolved(given).content);
        const { schema, example } = content;
        if (!schema?.allOf) return /^errors\./.test(example?.code) ? [example.code] : [];
        return (
          schema.allOf.map(resolved).findLast((part: Json) => part.properties?.code?.enum)?.properties.code.enum ?? []
        );
      });
      const links = [...(pages.get(operationId) ?? '').matchAll(/href="\/docs\/api\/errors\/([^"]+)"/g)].map(
        ([, code]) => code,
      );
      expect([...new Set(links)].sort(), operationId).toEqual([...new Set(codes)].sort());
    }
  });

  test('shows roles, limits, a request in two languages and its recorded answer', () => {
    const text = readFileSync(join(dist, 'openapi/operations/message_post/index.md'), 'utf8');
    expect(text).toContain('# Post a message');
    expect(text).toMatch(/- Roles: `OWNER`, .*`CLIENT_PARTICIPANT`/);
    expect(text).toContain('60,000 requests a minute for the tenant');
    expect(text).toContain('At most 1 MiB.');
    expect(text).toMatch(/\*\*curl\*\*\n\n```sh\ncurl -s '?http/);
    expect(text).toMatch(/\*\*TypeScript\*\*\n\n```ts\nimport \{ Tidings \}/);
    expect(text).toMatch(/\*\*Python\*\*\n\n```py\nimport /);
    expect(text).toMatch(/```json title="202 Accepted"\n\{/);
    expect(text).toContain('1 to 4,096 characters');
    for (const { operationId, 'x-rate-limits': rates } of operations)
      if (rates) expect(pages.get(operationId), operationId).toMatch(/requests a minute for/);
  });
});

test('every message of the socket stands on its page with its fields', () => {
  const { components } = JSON.parse(readFileSync(join(dist, 'asyncapi.json'), 'utf8'));
  const html = htmlOf('/openapi/asyncapi/');
  const ids = idsIn(html);
  for (const [name, { payload, headers }] of Object.entries<Json>(components.messages)) {
    if (headers) expect(html).toContain(`<code translate="no">${name}</code>`);
    else expect(ids, name).toEqual(expect.arrayContaining([name, `${name}.${payload.oneOf ? 'ok' : 'type'}`]));
  }
});
