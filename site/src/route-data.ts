import { defineRouteMiddleware } from '@astrojs/starlight/route-data';
import { asSpelled } from './spelling.ts';

/** Starlight lists the title as "Overview" in the contents, and spells canonical addresses with a slash at the end. */
export const onRequest = defineRouteMiddleware(({ locals }) => {
  const { starlightRoute: route } = locals;
  if (route.toc) route.toc.items = route.toc.items.filter(({ slug }) => slug !== '_top');
  if (route.toc?.items.length === 0) route.toc = undefined;
  for (const { tag, attrs } of route.head) {
    if (tag === 'link' && attrs?.rel === 'canonical') attrs.href = asSpelled(String(attrs.href));
    if (tag === 'meta' && attrs?.property === 'og:url') attrs.content = asSpelled(String(attrs.content));
  }
});
