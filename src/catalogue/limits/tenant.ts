/** Bounds of what a tenant sets up. Lengths count code points. */
export const tenantLimits = {
  /** Characters of a domain that a tenant names; `_tidings.` before it still makes a host name. */
  domain: 244,
  /** Characters of a host name. */
  hostname: 253,
  /** Minutes after which the service erases a demo tenant that its first owner does not keep. */
  demoMinutes: 60,
  /** E-mail domains whose users are created at sign-in. */
  provisioningDomains: 100,
  /** OIDC configs of a tenant. */
  oidcConfigs: 50,
  /** Characters of a client id at an OIDC provider. */
  oidcClientId: 255,
  /** Characters of a subject (OpenID Connect Core 2). */
  oidcSubject: 255,
  /** Characters of a client secret at an OIDC provider. */
  oidcClientSecret: 1000,
  /** Characters of the scopes that are requested from an OIDC provider. */
  oidcScope: 500,
  /** Characters of the `state` of an OIDC sign-in. */
  oidcState: 1000,
  /** Least seconds between two checkpoints of a tenant that has new events. */
  checkpointSeconds: 10,
  /** Characters of a checkpoint as a signed note. */
  checkpointNote: 1000,
  /** Exports of a tenant that run at once. */
  auditExportsRunning: 5,
  /** Exports of a tenant that are kept. */
  auditExports: 100,
  /** Bytes of the file of an export. */
  auditExportBytes: 4_294_967_296,
  /** Files of exports that one process sends at once. */
  exportDownloadsAtOnce: 64,
  /** Files of exports that one process sends to a tenant at once. */
  exportDownloadsAtOncePerTenant: 8,
  /** Events of a page of the audit, where the request says nothing. */
  auditEventsDefault: 100,
  /** Entries of the index that one request for a page looks at. */
  auditEntriesPerPage: 5_000,
  /** Events of a subject between two moments that a comparison looks at. */
  auditDiffEvents: 256,
  /** Characters of the id of a subject. */
  auditSubjectId: 300,
  /** Streams of events that a process sends at once. */
  auditStreamsAtOnce: 16,
  /** Streams of events that a process sends to a tenant at once. */
  auditStreamsAtOncePerTenant: 2,
  /** Least seconds between two events about reads of one reader with the same filters. */
  auditReadSeconds: 60,
  /** Different reads of a tenant that are summed up apart. */
  auditReadFilters: 100,
  /** Events of a page of a trace. */
  traceNodes: 1000,
} as const;
