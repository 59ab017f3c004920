import { type AssetStatus, isAssetKind } from '../../../../catalogue/assets.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import type { Position, Recorded } from '../../../../kernel/event.js';
import type { SeenStatus } from './message.commands.js';
import type { MessageEvent } from './message.events.js';

interface NotedAsset {
  readonly messageId: string;
  readonly status: SeenStatus;
  readonly at: Position;
}

/** Every asset that an event after the position `since` is about, the one that changed last at the end. */
export interface AssetLog {
  readonly recent: readonly NotedAsset[];
  readonly since: Position;
}

export const noAssets: AssetLog = { recent: [], since: 0 };

export const statusOf = ({ recent }: AssetLog, messageId: string): SeenStatus | undefined =>
  recent.find((each) => each.messageId === messageId)?.status;

/** Statuses that may follow each status (contract 5). */
const NEXT: Readonly<Record<SeenStatus, readonly AssetStatus[]>> = {
  UPLOAD_PENDING: ['COMPRESSION_STARTED', 'UPLOAD_COMPLETED', 'UPLOAD_COMPLETED_MISSING', 'UPLOAD_FAILED'],
  COMPRESSION_STARTED: ['UPLOAD_COMPLETED', 'UPLOAD_COMPLETED_MISSING', 'UPLOAD_FAILED'],
  UPLOAD_COMPLETED: ['UPLOAD_COMPLETED_MISSING'],
  UPLOAD_COMPLETED_MISSING: [],
  UPLOAD_FAILED: [],
  UNKNOWN: [],
  DELETED: [],
};

export const mayBecome = (from: SeenStatus, to: AssetStatus): boolean => NEXT[from].includes(to);

function statusAfter({ type, data }: Recorded<MessageEvent>): SeenStatus | undefined {
  if (type === 'AssetStatusChanged') return data.asset.status;
  if (type === 'MessageDeleted') return data.media ? 'DELETED' : undefined;
  return isAssetKind(data.kind) ? 'UPLOAD_PENDING' : undefined;
}

/** The oldest one goes when there are too many; what happened up to it is unknown from then on. */
export function noteAsset(log: AssetLog, event: Recorded<MessageEvent>): AssetLog {
  const status = statusAfter(event);
  if (status === undefined) return log;
  const { messageId } = event.data;
  const others = log.recent.filter((each) => each.messageId !== messageId);
  const recent = [...others, { messageId, status, at: event.meta.position }];
  const dropped = recent.length > limits.recentMessages ? recent.shift() : undefined;
  return { recent, since: dropped?.at ?? log.since };
}
