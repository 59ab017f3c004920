import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { docsRoot, docsRoutes, docsSidebar, type PageLink, siteRoutes } from '../sidebar.ts';
import { type MarkdownPage, markdownOf } from './markdown.ts';
import { markdownRoute, routeOf } from './routes.ts';

const ERRORS = '/docs/api/errors/';

type Pages = ReadonlyMap<string, MarkdownPage>;

/** The groups of llms.txt: those of the sidebar, the error codes, then the other pages. */
function groupsOf(pages: Pages): readonly (readonly [string, readonly string[]])[] {
  const routes = [...pages.keys()];
  const alone = docsSidebar.filter((entry): entry is PageLink => !('pages' in entry));
  const listed = new Set([...docsRoutes, ...siteRoutes]);
  return [
    ['Documentation', [docsRoot.route, ...alone.map(({ route }) => route)]],
    ...docsSidebar.flatMap((entry) =>
      'pages' in entry ? [[entry.label, [entry.route, ...entry.pages.map(({ route }) => route)]] as const] : [],
    ),
    ['Reference', routes.filter((route) => route.startsWith('/openapi/'))],
    ['Error codes', routes.filter((route) => route.startsWith(ERRORS))],
    ['Optional', routes.filter((route) => siteRoutes.includes(route) && !route.startsWith('/openapi/'))],
    ['Other', routes.filter((route) => !listed.has(route) && !/^\/(openapi|docs\/api\/errors)\//.test(route))],
  ];
}

function llmsIndex(pages: Pages, origin: string): string {
  const groups = groupsOf(pages).flatMap(([label, routes]) => {
    const lines = routes.map((route) => {
      const { title, description } = pages.get(route) ?? { title: route, description: '' };
      return `- [${title}](${origin}${markdownRoute(route)})${description ? `: ${description}` : ''}`;
    });
    return lines.length === 0 ? [] : [`## ${label}\n\n${lines.join('\n')}`];
  });
  const { description = '' } = pages.get('/') ?? {};
  const files = [
    `- [openapi.json](${origin}/openapi.json): Every call of the REST API, as OpenAPI`,
    `- [asyncapi.json](${origin}/asyncapi.json): Every message of the socket and of webhooks, as AsyncAPI`,
    `- [llms-full.txt](${origin}/llms-full.txt): The whole documentation in one file`,
  ];
  return [`# Tidings`, `> ${description}`, ...groups, `## Files\n\n${files.join('\n')}`].join('\n\n').concat('\n');
}

/** The documentation in the order of its sidebar, then the error codes. */
function llmsFull(pages: Pages, origin: string): string {
  const errors = [...pages.keys()].filter((route) => route.startsWith(ERRORS));
  return [...docsRoutes, ...errors]
    .map((route) => pages.get(route)?.text.replace('\n', `\n\nSource: ${origin}${route}\n`))
    .join('\n---\n\n');
}

/** Writes every page as Markdown next to it, and the two files that list and join them (https://llmstxt.org). */
export function markdownFiles(): AstroIntegration {
  let origin = '';
  return {
    name: 'tidings-markdown-files',
    hooks: {
      'astro:config:done': ({ config }) => {
        origin = new URL(config.site ?? '').origin;
      },
      'astro:build:done': ({ dir }) => {
        const folder = fileURLToPath(dir);
        const files = globSync('**/*.html', { cwd: folder, exclude: ['404.html', 'pagefind/**'] }).sort();
        const pages = new Map(
          files.map((file) => [routeOf(file), markdownOf(readFileSync(join(folder, file), 'utf8'))]),
        );
        for (const [route, { text }] of pages) writeFileSync(join(folder, markdownRoute(route)), text);
        writeFileSync(join(folder, 'llms.txt'), llmsIndex(pages, origin));
        writeFileSync(join(folder, 'llms-full.txt'), llmsFull(pages, origin));
      },
    },
  };
}
