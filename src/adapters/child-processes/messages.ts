import type { ProcessEnd, Program } from '../../ports/process/process-launcher.js';

/** `id` names a process. */
export type ToLauncher =
  | { readonly kind: 'launch'; readonly id: number; readonly program: Program }
  | { readonly kind: 'send'; readonly id: number; readonly message: unknown }
  | { readonly kind: 'kill'; readonly id: number; readonly signal: NodeJS.Signals };

export type FromLauncher =
  | { readonly kind: 'started'; readonly id: number; readonly pid: number }
  | { readonly kind: 'message'; readonly id: number; readonly message: unknown }
  | { readonly kind: 'ended'; readonly id: number; readonly end: ProcessEnd };
