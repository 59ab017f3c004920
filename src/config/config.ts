import { token } from '../kernel/token.js';
import { assetSettings } from './assets.js';
import type { Environment } from './environment.js';
import { geocoderSettings } from './geocoder.js';
import { httpSettings } from './http.js';
import { mailSettings } from './mail.js';
import { outboundSettings } from './outbound.js';
import { readSettings, type ValuesOf } from './setting.js';
import { storeSettings } from './stores.js';
import { telemetrySettings } from './telemetry.js';
import { tenantSettings } from './tenants.js';

/** Every setting that the service reads. */
const settings = {
  ...httpSettings,
  ...storeSettings,
  ...tenantSettings,
  ...assetSettings,
  ...mailSettings,
  ...outboundSettings,
  ...geocoderSettings,
  ...telemetrySettings,
};

export type Config = ValuesOf<typeof settings>;

/** Names of the settings that may come from a file. */
export const secretSettings: readonly string[] = Object.values(settings).flatMap(({ name, secret }) =>
  secret ? [name] : [],
);

export const CONFIG = token<Config>('Config');

/** Reads the environment (contract 9). @throws WrongSetting that says which values are valid */
export const readConfig = (environment: Environment): Config => readSettings(settings, environment);
