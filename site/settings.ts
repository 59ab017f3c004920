import { readFileSync } from 'node:fs';
import { BUILT_ORIGIN } from '../src/catalogue/site/built-origin.ts';

export interface SiteSettings {
  /** URL to which the sign-up form posts. */
  readonly signup_api_url: string;
  /** Servers that the API reference names and its console calls, the default first. */
  readonly api_servers: readonly { readonly label: string; readonly url: string }[];
  /** Two more products in the top bar. The default names two parts of this one. */
  readonly sister_products: readonly { readonly label: string; readonly url: string }[];
  /** Shown on every page until its reader dismisses this id. */
  readonly announcement?: { readonly id: string; readonly text: string; readonly url?: string };
  /** Scripts of third parties; none is loaded before the reader accepts. */
  readonly analytics: readonly { readonly src: string }[];
  /** Consent tool of a third party in place of the site's own, in its automatic blocking mode. */
  readonly consent_script?: { readonly src: string; readonly attributes?: Readonly<Record<string, string>> };
  /** Versions of the documentation, newest first; a switcher appears from two on. */
  readonly versions: readonly { readonly label: string; readonly url: string }[];
  /** URL of the code, for readers and for `git clone`. Without it, no page links to the code. */
  readonly repository_url?: string;
  /** URL that edits a source file, up to its path in the repository. Without it, no page has an edit link. */
  readonly edit_url?: string;
  readonly footer: string;
  readonly imprint: string;
  readonly privacy: string;
  readonly terms: string;
}

const defaults: SiteSettings = {
  signup_api_url: '/api/v1/signup',
  api_servers: [
    { label: 'Production (this deployment)', url: '/' },
    { label: 'Staging (example)', url: 'https://staging.tidings.example' },
    { label: 'Integration (example)', url: 'https://integration.tidings.example' },
  ],
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

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string' && value.trim() !== '';
/** `javascript:` and the like are not addresses of pages. */
const isAddress: Check = (value) =>
  typeof value === 'string' &&
  value !== '' &&
  /^https?:$/.test(URL.parse(value, 'http://site.example')?.protocol ?? '');
const isAbsolute: Check = (value) => isAddress(value) && URL.canParse(String(value));
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const hasMembers =
  (members: Readonly<Record<string, Check>>, optional: readonly string[] = []): Check =>
  (value) =>
    isObject(value) &&
    Object.keys(value).every((name) => Object.hasOwn(members, name)) &&
    Object.entries(members).every(([name, holds]) => {
      const member = (value as Record<string, unknown>)[name];
      return member === undefined ? optional.includes(name) : holds(member);
    });
const list =
  (holds: Check, { min = 0, max = Infinity } = {}): Check =>
  (value) =>
    Array.isArray(value) && value.length >= min && value.length <= max && value.every(holds);

/** Attributes of a script as consent tools name them. The site sets `src` itself, and the policy of a page refuses handlers. */
const isAttributes: Check = (value) =>
  isObject(value) &&
  Object.entries(value).every(
    ([name, text]) => /^(data-[a-z\d-]+|id|type|charset|crossorigin|integrity)$/.test(name) && typeof text === 'string',
  );
const isLink = hasMembers({ label: isText, url: isAddress });

/** Check of each setting, and its words in the error. */
const rules: Readonly<Record<keyof SiteSettings, readonly [Check, string]>> = {
  signup_api_url: [isAddress, 'an http or https URL, or a path'],
  api_servers: [list(isLink, { min: 1 }), 'a list of at least one {label, url}'],
  sister_products: [list(isLink, { min: 2, max: 2 }), 'a list of two {label, url}'],
  announcement: [hasMembers({ id: isText, text: isText, url: isAddress }, ['url']), '{id, text, url?}'],
  analytics: [list(hasMembers({ src: isAbsolute })), 'a list of {src}, each an absolute http or https URL'],
  consent_script: [
    hasMembers({ src: isAbsolute, attributes: isAttributes }, ['attributes']),
    '{src, attributes?}: an absolute http or https URL, and texts by the names of attributes such as "data-cbid"',
  ],
  versions: [list(isLink, { min: 1 }), 'a list of at least one {label, url}'],
  repository_url: [isAbsolute, 'an http or https URL'],
  edit_url: [(value) => isAbsolute(value) && String(value).endsWith('/'), 'an http or https URL that ends with "/"'],
  footer: [isText, 'a text'],
  imprint: [isText, 'a text'],
  privacy: [isText, 'a text'],
  terms: [isText, 'a text'],
};

function parse(file: string): object {
  try {
    const given: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isObject(given)) return given;
  } catch (error) {
    throw new Error(`SITE_SETTINGS: ${file} cannot be read as JSON: ${(error as Error).message}`);
  }
  throw new Error(`SITE_SETTINGS: ${file} must hold one JSON object.`);
}

/** The settings of this build: the defaults, overlaid by the JSON file that `SITE_SETTINGS` names. @throws Error */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): SiteSettings {
  const file = environment.SITE_SETTINGS;
  if (!file) return defaults;
  const given = parse(file);
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(rules, name))
      throw new Error(`SITE_SETTINGS: "${name}" is unknown. Known are ${Object.keys(rules).join(', ')}.`);
    const [holds, wanted] = rules[name as keyof SiteSettings];
    if (!holds(value)) throw new Error(`SITE_SETTINGS: "${name}" must be ${wanted}.`);
  }
  return { ...defaults, ...given };
}

/** Whether the site asks for consent itself: a third party's tool does it where one is configured. */
export const asksForConsent = ({ analytics, consent_script }: SiteSettings): boolean =>
  analytics.length > 0 && consent_script === undefined;

/** Whether the operator has set a text of its own. */
export const isConfigured = (settings: SiteSettings, name: keyof SiteSettings): boolean =>
  settings[name] !== defaults[name];

/** The servers of the API with absolute URLs, the default first. */
export const apiServers = (environment: Readonly<Record<string, string | undefined>>): SiteSettings['api_servers'] =>
  readSettings(environment).api_servers.map(({ label, url }) => ({
    label,
    url: new URL(url, BUILT_ORIGIN).href.replace(/\/$/, ''),
  }));
