import type { Tidings } from '../../sdk/src/tidings.js';
import type { Language } from './texts.js';

/** A button in the header, and the line below the header that says what went wrong. */
export interface HeaderControl {
  readonly button: HTMLElement;
  readonly problem: HTMLElement;
}

export interface ControlledPage {
  /** Calls in the name of the client. */
  readonly tidings: Tidings;
  /** Names the client among those of all tenants. */
  readonly client: string;
  readonly language: Language;
}
