import { RETRY_PAUSES } from '../../../src/catalogue/webhook-retries.js';
import type { Table } from './tables.js';

interface Guarantee {
  readonly name: string;
  readonly promise: string;
  /** Scripts of package.json and specs that fail where the promise is broken. */
  readonly shownBy: readonly string[];
}

export const guarantees: readonly Guarantee[] = [
  {
    name: 'Durable before the response',
    promise:
      'The event is synced to the disk, or acknowledged by EventStoreDB, before the service responds. A killed process or a loss of power loses no acknowledged write.',
    shownBy: ['npm run test:crash', 'test/reliability/fsync.spec.ts', 'test/reliability/power-loss.spec.ts'],
  },
  {
    name: 'Once for each key',
    promise:
      'Requests with the same `Idempotency-Key`, or messages with the same `source_id`, have one effect, even if the process is killed between them.',
    shownBy: [
      'npm run test:crash',
      'test/api/requests/idempotent-answers.spec.ts',
      'test/api/message/message-source-ids.spec.ts',
    ],
  },
  {
    name: 'Order in a conversation',
    promise:
      'Messages count from 1 without gaps, even when many people post at the same time. Each reader gets the same sequence.',
    shownBy: ['test/reliability/many-writers.spec.ts', 'test/api/message/messages.spec.ts'],
  },
  {
    name: 'Your own write',
    promise:
      'A read that sends `Tidings-Position` never returns an older state. It waits for up to two seconds, and then returns 503.',
    shownBy: ['test/api/requests/answer-positions.spec.ts'],
  },
  {
    name: 'Resume',
    promise:
      'A socket that subscribes with `after` gets each missed frame once and in order, then live frames. A `GAP` names frames that cannot be sent.',
    shownBy: ['npm run test:cuts', 'test/reliability/socket-cuts.spec.ts', 'test/api/realtime/socket-resume.spec.ts'],
  },
  {
    name: 'Webhooks',
    promise: `A delivery is signed, and repeated under one id up to ${RETRY_PAUSES.length + 1} times until your server accepts it. Within a conversation the next delivery waits for it.`,
    shownBy: ['test/api/webhook/webhook-delivery.spec.ts'],
  },
  {
    name: 'E-mail and SMS',
    promise:
      'The service sends each one at most once. If the outcome is unclear, its status is `UNKNOWN`, and the service does not repeat it.',
    shownBy: ['test/reliability/killed/notifications-killed.spec.ts'],
  },
  {
    name: 'Rebuild',
    promise: 'A rebuild of the read models sends no webhook, no e-mail and no SMS.',
    shownBy: ['test/api/webhook/webhook-restarts.spec.ts'],
  },
  {
    name: 'Tenants apart',
    promise: 'No call with the credential of one tenant reads or changes data of another tenant.',
    shownBy: ['test/api/permissions/tenant-isolation.spec.ts', 'test/api/realtime/socket-permissions.spec.ts'],
  },
  {
    name: 'Evidence',
    promise:
      'A checkpoint that you keep elsewhere shows whether somebody changed, removed or inserted an earlier event.',
    shownBy: ['test/cli/log/kept-checkpoint.spec.ts', 'test/cli/log/log-verify.spec.ts'],
  },
];

/** The command that runs a script, or the spec of a file. */
const commandOf = (proof: string): string =>
  proof.startsWith('npm ') ? proof : `npm test -- ${proof.slice(proof.lastIndexOf('/') + 1, -'.spec.ts'.length)}`;

export const guaranteeTable: Table = {
  head: ['Guarantee', 'Promise', 'Shown by'],
  rows: guarantees.map(({ name, promise, shownBy }) => [
    name,
    promise,
    shownBy.map((each) => `\`${commandOf(each)}\``).join(', '),
  ]),
};

export const unpromisedTable: Table = {
  head: ['Not guaranteed', 'Reason', 'Remedy'],
  rows: [
    [
      'A webhook arrives once',
      'Your response can be lost after your server has worked.',
      'Remember each `webhook-id` and skip it the second time.',
    ],
    [
      'A webhook arrives at all',
      'After the last attempt a delivery is `FAILED`, and the next one follows. A disabled endpoint gets nothing.',
      'Send it again, [replay](/docs/webhooks#replay) the range, or poll `GET /events`.',
    ],
    [
      'Order between conversations',
      'Deliveries of several conversations go out at the same time.',
      'Compare `position`, which grows over the whole log.',
    ],
    [
      'A read after a post shows the post',
      'Read models follow the log.',
      'Send `Tidings-Position`, or post with `Prefer: wait`.',
    ],
    [
      'A key works without end',
      'The service remembers an `Idempotency-Key` for 24 hours by default.',
      'Give messages a `source_id`, which does not expire.',
    ],
    [
      'Signals arrive',
      'The log does not keep who types or has a conversation open.',
      'None is needed: the next signal replaces the last one.',
    ],
    [
      'A push arrives',
      'The service drops a push after five attempts or 24 hours.',
      'Notify by e-mail or SMS where it matters.',
    ],
    [
      'The log survives its disk',
      'The embedded store keeps one copy on one disk. Events after the last backup are lost with it.',
      'Back up often, or run a cluster of EventStoreDB.',
    ],
    [
      'Writes are always possible',
      'The embedded store belongs to one process. A restart or an outage of the log refuses writes with 503.',
      'Retry as [Errors](/docs/api/errors#when-to-retry) says, or run several processes on servers.',
    ],
    [
      'Nothing is sent twice after a restore',
      'The service sends again what waited at the time of the backup.',
      'Restore the newest backup, and expect known webhook ids.',
    ],
    [
      'The newest events are proven',
      'A checkpoint is signed at most every ten seconds. Events after it can be cut off without a trace.',
      'Keep [checkpoints](/docs/concepts/tenant#checkpoints) elsewhere, and fetch them often.',
    ],
    [
      'An erasure leaves no trace',
      'Ids, times, sequences and sizes stay in the log.',
      'Do not put personal data in ids or in a `source_id`.',
    ],
  ],
};
