import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { texts } from './texts.js';

export type ViewName = keyof (typeof texts.en)['views'];

interface View {
  /** Last part of the address: `/audit/trace`. */
  readonly name: ViewName;
  readonly Component: LazyExoticComponent<ComponentType>;
}

/** The views of the audit, in the order of the navigation. */
export const views: readonly View[] = [
  { name: 'events', Component: lazy(() => import('./timeline/timeline.js')) },
  { name: 'state', Component: lazy(() => import('./state/state.js')) },
  { name: 'trace', Component: lazy(() => import('./trace/trace.js')) },
  { name: 'evidence', Component: lazy(() => import('./evidence/evidence.js')) },
  { name: 'exports', Component: lazy(() => import('./exports/exports.js')) },
];
