import { readFileSync } from 'node:fs';

export interface SiteSettings {
  /** Where the sign-up form posts to. */
  readonly signup_api_url: string;
  /** Two more products in the top bar. The default names two parts of this one. */
  readonly sister_products: readonly { readonly label: string; readonly url: string }[];
  /** Shown on every page until its reader dismisses this id. */
  readonly announcement?: { readonly id: string; readonly text: string; readonly url?: string };
  /** Scripts of third parties; none is loaded before the reader accepts. */
  readonly analytics: readonly { readonly src: string }[];
  /** Versions of the documentation, newest first; a switcher appears from two on. */
  readonly versions: readonly { readonly label: string; readonly url: string }[];
  /** Where a source file is edited, up to its path in the repository; without it, no page has an edit link. */
  readonly edit_url?: string;
  readonly footer: string;
  readonly imprint: string;
  readonly privacy: string;
  readonly terms: string;
}

const defaults: SiteSettings = {
  signup_api_url: '/api/v1/signup',
  sister_products: [
    { label: 'Webhooks', url: '/docs/webhooks' },
    { label: 'Embedding', url: '/docs/integration/embedding' },
  ],
  analytics: [],
  versions: [{ label: '1.0', url: '/docs' }],
  footer: 'Tidings is free software under the Apache License 2.0.',
  imprint: 'The operator of this installation adds its name, postal address and a way to reach it here.',
  privacy:
    'The operator of this installation says here which personal data it keeps, why, for how long, and how to ask for them.',
  terms: 'The operator of this installation adds its terms of use here.',
};

/** The settings of this build: the defaults, overlaid by the JSON file that `SITE_SETTINGS` names. @throws Error */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): SiteSettings {
  const file = environment.SITE_SETTINGS;
  if (!file) return defaults;
  const given = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  const known = [...Object.keys(defaults), 'announcement', 'edit_url'];
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown) throw new Error(`SITE_SETTINGS: "${unknown}" is unknown. Known are ${known.join(', ')}.`);
  if ('edit_url' in given && !/^https?:\/\/.+\/$/.test(String(given.edit_url)))
    throw new Error('SITE_SETTINGS: "edit_url" starts with http:// or https:// and ends with "/".');
  return { ...defaults, ...given };
}

/** The one origin of absolute links. */
export const publicUrl = (environment: Readonly<Record<string, string | undefined>>): string =>
  environment.PUBLIC_URL || `http://${environment.HOST || '127.0.0.1'}:${environment.PORT || 3000}`;
