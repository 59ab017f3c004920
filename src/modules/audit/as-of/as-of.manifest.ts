import type { Manifest } from '../../../engine/manifest.js';
import { pastConversations } from './application/past-conversations.js';
import { pastErasures } from './application/past-erasures.js';
import { pastMessages } from './application/past-messages.js';
import { pastRoster } from './application/past-roster.js';

/** Reads as of a moment (contract 15). */
export const asOfManifest: Manifest = {
  name: 'as-of',
  pasts: [pastConversations, pastRoster, pastMessages, ...pastErasures],
};
