import * as React from 'react';
import * as runtime from 'react/jsx-runtime';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { CrashBoundary } from './crash-boundary.ts';

/** Read by the code of every island in place of its own React. */
Object.assign(globalThis, { [Symbol.for('tidings.react')]: { React, runtime } });

/** Replaces what the build rendered in one step. */
export function mount(root: HTMLElement, island: React.FunctionComponent, props: object, isPage: boolean): void {
  flushSync(() => createRoot(root).render(React.createElement(CrashBoundary, { island, props, isPage })));
}
