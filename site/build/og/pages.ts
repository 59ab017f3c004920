import { docsRoutes, siteRoutes } from '../../sidebar.ts';

/** Pictures of kinds of pages, by file: their title and text. */
export const kindImages = {
  'og/error.png': {
    title: 'Error codes',
    text: 'What happened, what to do, and whether to retry: one page for each code of the API.',
  },
  'og/call.png': {
    title: 'API reference',
    text: 'Every call with its parameters, its answers and a console to try it.',
  },
} as const;

/** Routes whose picture has the words of the page. */
export const imageRoutes: readonly string[] = [...siteRoutes, ...docsRoutes];

/** File of the picture that other sites show with a link to the route. */
export function ogImageOf(route: string): string {
  if (/^\/docs\/api\/errors\/./.test(route)) return 'og/error.png';
  if (/^\/openapi\/./.test(route)) return 'og/call.png';
  return `og/${route.replace(/^\/|\/$/g, '').replaceAll('/', '-') || 'home'}.png`;
}
