import { createHash } from 'node:crypto';
import type { StreamableFile } from '@nestjs/common';
import type { RequestContext } from '../request/request-context.js';
import type { AnswerTools } from './answer-builder.js';
import type { LargeValue } from './answer-row.js';
import { streamed } from './answer-stream.js';

/** A single resource that is too large to be made as one text. */
export interface LargeResource {
  /** Its small members: an object that has at least one. */
  readonly json: string;
  /** Members that are lists, each in parts: JSON of some elements, without brackets. */
  readonly lists: readonly { readonly member: string; readonly parts: readonly string[] }[];
  readonly large?: (LargeValue & { readonly member: string; readonly digest: string }) | undefined;
}

function* piecesOf({ json, lists, large }: LargeResource): Generator<string | LargeValue, void> {
  yield json.slice(0, -1);
  for (const { member, parts } of lists) {
    yield `,${JSON.stringify(member)}:[`;
    for (const [i, part] of parts.entries()) yield i === 0 ? part : `,${part}`;
    yield ']';
  }
  if (large) {
    yield `,${JSON.stringify(large.member)}:`;
    yield large;
  }
  yield '}';
}

/** The answer as a stream, with the digest for its ETag. */
export async function sendLarge(
  ctx: RequestContext,
  resource: LargeResource,
  { loop, buffers }: AnswerTools,
): Promise<StreamableFile> {
  const hash = createHash('sha1');
  for (const piece of piecesOf(resource)) {
    hash.update(typeof piece === 'string' ? piece : (resource.large?.digest ?? ''));
    await loop.pause(ctx.caller.tenantId);
  }
  ctx.digest = hash.digest('base64url');
  ctx.headers['Content-Type'] = 'application/json; charset=utf-8';
  return streamed(piecesOf(resource), buffers);
}
