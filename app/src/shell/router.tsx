import {
  createRootRoute,
  createRoute,
  createRouter,
  type LocationRewrite,
  lazyRouteComponent,
  Outlet,
  retainSearchParams,
} from '@tanstack/react-router';
import { auditSearch } from '../audit/search.js';
import { searchIn } from '../inbox/search.js';
import { base } from '../place/place.js';
import { Crash, NotFound } from './failures.js';
import { Gate } from './gate.js';
import { lazyPage } from './lazy-page.js';
import { Shell } from './shell.js';

interface Search {
  readonly tenant?: string;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const root = createRootRoute({
  // The id of the tenant stays in each address of PUBLIC_URL.
  validateSearch: (search: Record<string, unknown>): Search => {
    const tenant = base === '' ? undefined : textOf(search.tenant);
    return tenant === undefined ? {} : { tenant };
  },
  search: { middlewares: [retainSearchParams(['tenant'])] },
  component: Outlet,
  errorComponent: Crash,
  notFoundComponent: NotFound,
});

/** Pages of people who are signed in. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: () => (
    <Gate>
      <Shell>
        <Outlet />
      </Shell>
    </Gate>
  ),
});

const inbox = createRoute({
  getParentRoute: () => inside,
  id: 'inbox',
  validateSearch: searchIn,
  component: lazyPage(() => import('../inbox/inbox.js')),
});
const noConversation = createRoute({
  getParentRoute: () => inbox,
  path: '/',
  component: lazyPage(() => import('../inbox/no-conversation.js')),
});
const conversation = createRoute({
  getParentRoute: () => inbox,
  path: '/conversations/$conversationId',
  component: lazyPage(() => import('../conversation/conversation.js')),
});
const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings/{-$section}',
  component: lazyPage(() => import('../settings/settings.js')),
});
const audit = createRoute({
  getParentRoute: () => inside,
  path: '/audit/{-$view}',
  validateSearch: auditSearch,
  component: lazyPage(() => import('../audit/audit.js')),
});
const account = createRoute({
  getParentRoute: () => inside,
  path: '/account',
  component: lazyPage(() => import('../account/account.js')),
});
const callback = createRoute({
  getParentRoute: () => root,
  path: '/callback',
  component: lazyRouteComponent(() => import('../sign-in/callback.js')),
});

const routeTree = root.addChildren([
  inside.addChildren([inbox.addChildren([noConversation, conversation]), settings, audit, account]),
  callback,
]);

/** The inbox is `/app`, without a slash at its end, as the links of the service have it. */
const belowBase: LocationRewrite = {
  input: ({ url }) => {
    url.pathname = url.pathname.slice(base.length) || '/';
    return url;
  },
  output: ({ url }) => {
    url.pathname = url.pathname === '/' ? base : base + url.pathname;
    return url;
  },
};

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  ...(base === '' ? {} : { rewrite: belowBase }),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
