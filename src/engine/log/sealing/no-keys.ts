import type { SealingKeys } from './sealed-events.js';

const refuse = () => {
  throw new Error('There are no keys to seal with.');
};

/** Seals nothing. A sealed event is damaged for it. */
export const NO_KEYS: SealingKeys = {
  has: () => true,
  load: async () => {},
  prepare: () => undefined,
  seal: refuse,
  open: () => ({ state: 'missing' }),
  end: async () => {},
  preparedMac: refuse,
};

/** Opens nothing: the personal members of sealed events stay left out, as those of erased ones. */
export const SEALED_STAYS: SealingKeys = { ...NO_KEYS, open: () => ({ state: 'erased' }) };
