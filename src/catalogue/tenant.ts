/** Languages of the service (specification 1). */
export const LANGUAGES = ['en', 'de'] as const;

/** Letters, digits and spaces, with a letter or digit at both ends (specification 5). */
export const TENANT_NAME = /^[A-Za-z0-9][A-Za-z0-9 ]*[A-Za-z0-9]$/;
