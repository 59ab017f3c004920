import type { Table } from './tables.js';

interface Lack {
  readonly need: string;
  readonly fact: string;
  /** Calls that the API would have. A test finds none of them, so that the page lists nothing that exists. */
  readonly calls?: RegExp;
}

export const lacks: readonly Lack[] = [
  {
    need: 'End-to-end encryption',
    fact: 'The service reads texts for its search, templates and webhooks. The log keeps them sealed, and the operator has the keys.',
    calls: /device|prekey|key-bundle/,
  },
  {
    need: 'Voice or video calls',
    fact: 'Audio and video are files of messages. The service has no WebRTC.',
    calls: /\/(calls|rooms|ice|webrtc)\b/,
  },
  {
    need: 'Private groups inside your team',
    fact: 'Each user of a tenant can read each conversation of the tenant. Teams and private conversations between users do not exist.',
    calls: /\/(teams|groups|channels)\b/,
  },
  {
    need: 'A social chat',
    fact: 'Messages have no reactions, threads, mentions or edits. A message can be deleted.',
    calls: /reactions|threads|mentions|PATCH .*\/messages\/|PUT .*\/messages\//,
  },
  {
    need: 'A shared mailbox, or WhatsApp and other networks',
    fact: 'E-mails and SMS go out with a link to the conversation. The service receives neither of them, and connects to no other network.',
    calls: /inbound|mailboxes|whatsapp|imap/,
  },
  {
    need: 'Native mobile apps',
    fact: 'Clients and your team work in a browser. Push notifications are Web Push, without APNs or FCM. The SDK is TypeScript only.',
    calls: /apns|fcm/,
  },
  {
    need: 'Several writing machines without servers',
    fact: 'The embedded log belongs to one process on one machine. More processes need EventStoreDB, MongoDB and a shared `DATA_DIR`.',
  },
  {
    need: 'Folding or sending in parallel',
    fact: 'One process folds the log, and one sends webhooks, e-mails and SMS. A second one of each waits to take over.',
  },
  {
    need: 'Several regions that accept writes',
    fact: 'A deployment has one log, and each append goes to it.',
  },
  {
    need: 'A search that tolerates typos',
    fact: 'The search finds words by their beginnings, and all words must match. It has neither ranking nor similar words.',
  },
  {
    need: 'Somebody who runs it for you',
    fact: 'You run Tidings yourself: one process for the embedded stores, or processes with EventStoreDB, MongoDB and a proxy.',
  },
  {
    need: 'A version 1.0',
    fact: 'The version is below 1.0. Only the latest release gets fixes.',
  },
];

export const lackTable: Table = {
  head: ['You need', 'Tidings today'],
  rows: lacks.map(({ need, fact }) => [need, fact]),
};
