import { assetSettings } from './assets.js';
import { geocoderSettings } from './geocoder.js';
import { httpSettings, siteSettings } from './http.js';
import { mailSettings } from './mail.js';
import { outboundSettings } from './outbound.js';
import type { SettingFacts } from './setting.js';
import { storeSettings } from './stores.js';
import { telemetrySettings } from './telemetry.js';
import { tenantSettings } from './tenants.js';

const groups: Readonly<Record<string, readonly SettingFacts[]>> = {
  'HTTP and logs': [...Object.values(httpSettings), siteSettings],
  'Stores and processes': Object.values(storeSettings),
  'Tenants and their data': Object.values(tenantSettings),
  'Files of messages': Object.values(assetSettings),
  'E-mail and SMS': Object.values(mailSettings),
  'Outgoing requests': Object.values(outboundSettings),
  Geocoding: Object.values(geocoderSettings),
  OpenTelemetry: Object.values(telemetrySettings),
};

const HEAD = `# Settings

<!-- Written by \`npm run settings\` from src/config. -->

Settings are environment variables. An empty value is the same as none, and surrounding spaces are ignored. An invalid value stops the start with a sentence that names the valid values.

A secret may come from a file, such as a Docker or Kubernetes secret: the setting with the suffix \`_FILE\` holds its path.
`;

const row = ({ name, default: fallback, values, meaning, secret }: SettingFacts) =>
  `| \`${name}\` | ${fallback} | ${values}${secret ? `; or the file in \`${name}_FILE\`` : ''} | ${meaning} |`;

const section = ([title, rows]: readonly [string, readonly SettingFacts[]]) =>
  `\n## ${title}\n\n| setting | default | values | meaning |\n|---|---|---|---|\n${rows.map(row).join('\n')}\n`;

/** `docs/settings.md`. */
export const settingsPage = (): string => HEAD + Object.entries(groups).map(section).join('');
