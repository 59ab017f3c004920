import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { SignedIn } from '../../fixtures/people.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../api.js';
import { SITE } from './app-visit.js';
import { withPreferences } from './conversation-page.js';

const SLOW = 120_000;

/** A service with the app, and a tenant with its owner and the user Ben. */
export interface Team {
  readonly tidings: Tidings;
  readonly acme: Tenant;
  readonly ben: SignedIn;
}

/** One team for all tests of a block: it is there from the first test on. The browser ends with it. */
export function sharedTeam(browser: Browser | undefined): Team {
  const team = {} as { -readonly [Name in keyof Team]: Team[Name] };
  beforeAll(async () => {
    team.tidings = await startTidings({ SITE_DIR: SITE, RATE_LIMITS: 'off' });
    team.acme = await createTenant(team.tidings, 'acme');
    team.ben = await team.acme.user('ben');
    await withPreferences(team.acme, team.acme.owner, team.ben);
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await team.tidings?.close();
  });
  return team;
}
