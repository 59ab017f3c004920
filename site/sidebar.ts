/** The pages of the documentation, in the order of the sidebar. Routes and groups are those of the specification. */
export interface PageLink {
  readonly route: string;
  readonly label: string;
}

export interface PageGroup {
  readonly label: string;
  /** The page that lists the group. */
  readonly route: string;
  readonly pages: readonly PageLink[];
}

export const docsRoot: PageLink = { route: '/docs', label: 'Documentation' };

export const docsSidebar: readonly (PageLink | PageGroup)[] = [
  { route: '/docs/intro', label: 'Quick start' },
  {
    label: 'Concepts',
    route: '/docs/category/concepts',
    pages: [
      { route: '/docs/concepts/tenant', label: 'Tenant' },
      { route: '/docs/concepts/user', label: 'User' },
      { route: '/docs/concepts/conversation_type', label: 'Conversation type' },
      { route: '/docs/concepts/conversation', label: 'Conversation' },
      { route: '/docs/concepts/participant', label: 'Participant' },
    ],
  },
  {
    label: 'API',
    route: '/docs/category/api',
    pages: [
      { route: '/docs/api/basics', label: 'Basics' },
      { route: '/docs/api/clients', label: 'Clients' },
      { route: '/docs/api/errors', label: 'Errors' },
    ],
  },
  { route: '/docs/webhooks', label: 'Webhooks' },
  {
    label: 'Integration',
    route: '/docs/category/integration',
    pages: [{ route: '/docs/integration/embedding', label: 'Embedding' }],
  },
  { route: '/docs/examples', label: 'Examples' },
  { route: '/docs/roadmap', label: 'Roadmap' },
  { route: '/docs/release_history', label: 'Release history' },
];

/** Every route of the table, in order: a group's own page is before its pages. */
export const docsRoutes: readonly string[] = [
  docsRoot.route,
  ...docsSidebar.flatMap((entry) =>
    'pages' in entry ? [entry.route, ...entry.pages.map(({ route }) => route)] : [entry.route],
  ),
];

/** Pages outside the documentation. */
export const siteRoutes: readonly string[] = [
  '/',
  '/signup',
  '/signup-success',
  '/imprint',
  '/privacy',
  '/terms',
  '/openapi/',
];
