import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { texts } from './texts.js';

export type SectionName = keyof (typeof texts.en)['sections'];

interface Section {
  /** Last part of the address: `/settings/users`. */
  readonly name: SectionName;
  readonly Component: LazyExoticComponent<ComponentType>;
}

const section = (name: SectionName, load: () => Promise<{ default: ComponentType }>): Section => ({
  name,
  Component: lazy(load),
});

/** The parts of the settings, in the order of the navigation. */
export const sections: readonly Section[] = [
  section('users', () => import('./users/users.js')),
  section('keys', () => import('./keys/keys.js')),
  section('types', () => import('./types/types.js')),
  section('templates', () => import('./templates/templates.js')),
  section('workflows', () => import('./workflows/workflows.js')),
  section('webhooks', () => import('./webhooks/webhooks.js')),
  section('notifications', () => import('./notifications/notifications.js')),
  section('colors', () => import('./colors/colors.js')),
  section('domains', () => import('./domains/domains.js')),
  section('providers', () => import('./providers/providers.js')),
  section('retention', () => import('./retention/retention.js')),
];
