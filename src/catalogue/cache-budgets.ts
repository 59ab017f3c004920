const MiB = 1_048_576;

/**
 * Memory that each cache may fill, in estimated bytes. Together they leave room for the work of a process with a heap
 * of 512 MiB.
 */
export const cacheBudgets = {
  /** Documents of the read models that the projector wrote or read. */
  projectedDocuments: 26 * MiB,
  /** Folded states of streams, for the next command. */
  decidedStreams: 26 * MiB,
  /** Versions of streams that the tail keeps watch over. */
  followedStreams: 0.5 * MiB,
  /** Events appended by this process, for its own subscribers. */
  decodedEvents: 14 * MiB,
  /** Keys of sealed data. */
  dataKeys: 8 * MiB,
  /** Conversations as frames and webhook payloads show them, of each of the two subscribers. */
  publishedConversations: 12 * MiB,
  /** The same for one resumed socket. */
  resumedConversations: 0.25 * MiB,
  /** Conversations that workflows are tried on. */
  triggerContexts: 4 * MiB,
  /** Workflows of each tenant. */
  workflows: 12 * MiB,
  /** Webhook settings of each tenant, once as they are and once as of the event that is read. */
  webhookEndpoints: 6 * MiB,
  /** New webhook deliveries with their bodies, of all tenants. */
  webhookBodies: 12 * MiB,
  /** Access tokens whose signature was checked. */
  accessTokens: 12 * MiB,
  /** API keys that were parsed. */
  apiKeys: 3 * MiB,
  /** When API keys were last used. */
  apiKeyUses: 1 * MiB,
  /** Sign-ins and whether they are still open. */
  signIns: 2 * MiB,
  /** Users, API keys and tenants behind credentials, where other processes write too. */
  principals: 4 * MiB,
  /** Results of the name service. */
  hostAddresses: 2 * MiB,
  /** Metadata of the OIDC providers of tenants. */
  oidcProviders: 2 * MiB,
  /** Results of the geocoding server, of all tenants. */
  geocoderAnswers: 2 * MiB,
  /** The same of one tenant. */
  geocoderAnswersOfTenant: 0.25 * MiB,
  /** Look-ups of custom domains in the last second. */
  domainProofs: 0.25 * MiB,
  /** Digests of JSON schemas that were accepted, and those known to be quick or slow. */
  schemaDigests: 0.5 * MiB,
  /** Digests of HTML that is known to be clean. */
  cleanHtml: 1 * MiB,
  /** Files of the site. The compressed pages of the documentation take 2 MB. */
  siteFiles: 4 * MiB,
  /** Values of conversation_data that templates and conditions use. */
  pickedValues: 2 * MiB,
  /** Bytes of blobs that each tenant wrote recently. */
  unnamedBlobs: 1 * MiB,
  /** SQLite: versions of streams. */
  streamVersions: 8 * MiB,
  /** SQLite: rows of one collection. */
  documentRows: 1.75 * MiB,
  /** SQLite: search groups of one collection. */
  searchGroups: 1.5 * MiB,
  /** SQLite: groups that short searches found. */
  searchResults: 0.25 * MiB,
  /** SQLite: whether words of a tenant, or documents of its search groups, changed since the last search. */
  searchStates: 0.125 * MiB,
  /** SQLite: numbers of tenants. */
  tenantNumbers: 2 * MiB,
  /** EventStoreDB: positions known to be an event's. */
  eventPositions: 4 * MiB,
} as const;

export type CacheName = keyof typeof cacheBudgets;
