import { StoreUnavailable } from '../../../ports/event-store.js';

/** A value of its own blob that is missing or damaged. Another try helps only after the blob is restored. */
export class LostValue extends StoreUnavailable {}
