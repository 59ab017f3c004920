interface Actor {
  readonly kind: string;
  readonly id?: string;
  readonly name?: string;
}

interface Attempt {
  readonly status_code?: number;
  readonly error?: string;
}

interface RequestLine {
  readonly tenant: string;
  readonly request?: { readonly id: string; readonly actor: Actor; readonly at: string };
}

interface EventLine {
  readonly depth: number;
  readonly event: {
    readonly id: string;
    readonly type: string;
    readonly at: string;
    readonly position: string;
    readonly subject: { readonly kind: string; readonly id: string };
    readonly actor: Actor;
    readonly caused_by?: string;
    readonly erased?: boolean;
  };
  readonly frames: readonly string[];
  readonly webhooks: readonly {
    readonly delivery_id: string;
    readonly status: string;
    readonly attempts: readonly Attempt[];
  }[];
  readonly notifications: readonly { readonly id: string; readonly channel: string; readonly status?: string }[];
  readonly runs: readonly { readonly id: string; readonly workflow_id: string; readonly status: string }[];
}

/** A line of the service. */
export type TraceLine = RequestLine | EventLine;

const NO_LONGER_KEPT = 'no longer kept';

const actorText = ({ kind, id, name }: Actor): string =>
  [
    kind,
    ...(name === undefined ? [] : [name]),
    ...(id === undefined ? [] : [name === undefined ? id : `(${id})`]),
  ].join(' ');

const attemptText = ({ status_code, error }: Attempt): string => String(status_code ?? error);

function requestText({ tenant, request }: RequestLine): string {
  const from = request ? `Request ${request.id} at ${request.at} by ${actorText(request.actor)}` : 'No request';
  return `${from}, tenant ${tenant}`;
}

function eventText({ depth, event, frames, webhooks, notifications, runs }: EventLine): string {
  const { id, type, at, position, subject, actor, caused_by: cause, erased } = event;
  const isApart = depth === 0 && cause !== undefined;
  const lines = [
    `${type} ${id}${erased ? ', erased' : ''}${isApart ? `, caused by ${cause}` : ''}`,
    `  ${at}, ${position}, ${subject.kind} ${subject.id}, by ${actorText(actor)}`,
    ...frames.map((frame) => `  frame ${frame}`),
    ...webhooks.map(({ delivery_id, status, attempts }) => {
      const made = attempts.length === 0 ? '' : `: ${attempts.map(attemptText).join(', ')}`;
      return `  webhook ${delivery_id} ${status}${made}`;
    }),
    ...notifications.map((each) => `  notification ${each.id} ${each.channel} ${each.status ?? NO_LONGER_KEPT}`),
    ...runs.map((run) => `  run ${run.id} of workflow ${run.workflow_id} ${run.status}`),
  ];
  return lines.map((line) => `${'  '.repeat(depth)}${line}`).join('\n');
}

export const textOf = (line: TraceLine): string => ('event' in line ? eventText(line) : requestText(line));
