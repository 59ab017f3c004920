import { Inject, Injectable } from '@nestjs/common';
import { EventLog } from '../../../engine/log/event-log.js';
import type { Position, Recorded } from '../../../kernel/event.js';
import { recent } from '../../../kernel/lru-cache.js';
import { parseStreamName, streamName } from '../../../kernel/stream.js';
import { BLOBS, type Blobs } from '../../../ports/blobs.js';
import type { DataRef } from '../../conversation/domain/conversation.events.js';
import type { Occasion, Triggering } from '../domain/workflow.match.js';
import { evolveScene, NO_SCENE, type Scene } from '../domain/conversation-snapshot.js';

const KEPT = 1_000;
const PAGE = 200;

interface Folded {
  readonly scene: Scene;
  readonly version: number;
  readonly position: Position;
}

const START: Folded = { scene: NO_SCENE, version: 0, position: 0 };

/** Conversations as they were when something happened: told by their own streams, so that it comes out the same whenever it is asked. */
@Injectable()
export class WorkflowScenes {
  private readonly kept = recent<string, Folded>(KEPT);

  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(BLOBS) private readonly blobs: Blobs,
  ) {}

  async occasion(event: Recorded<Triggering>): Promise<Occasion> {
    const { type, data, meta } = event;
    if (type === 'ConversationOpened') return { conversationTypeId: data.conversationTypeId };
    const { tenantId, stream, position } = meta;
    const scene = await this.before(streamName('conversation', tenantId, parseStreamName(stream).id), position);
    if (type === 'MessagePosted') {
      const author = scene.kinds.get(data.participantId);
      return { conversationTypeId: scene.conversationTypeId, ...(author === undefined ? {} : { author }) };
    }
    const after = evolveScene(scene, event);
    const [old, now] = [await this.valueOf(tenantId, scene.data), await this.valueOf(tenantId, after.data)];
    return { conversationTypeId: after.conversationTypeId, data: { before: old, after: now } };
  }

  private async before(stream: string, position: Position): Promise<Scene> {
    const known = this.kept.get(stream);
    let folded = known && known.position < position ? known : START;
    for (;;) {
      const page = await this.log.read(stream, { from: folded.version + 1, limit: PAGE });
      const earlier = page.filter(({ meta }) => meta.position < position);
      const last = earlier.at(-1)?.meta;
      if (last) {
        const { version, position } = last;
        folded = { scene: earlier.reduce(evolveScene, folded.scene), version, position };
      }
      if (earlier.length < PAGE) break;
    }
    this.kept.set(stream, folded);
    return folded.scene;
  }

  private async valueOf(tenantId: string, ref: DataRef | undefined): Promise<unknown> {
    if (!ref) return {};
    if (ref.value !== undefined) return ref.value;
    const bytes = await this.blobs.get(tenantId, ref.digest);
    if (!bytes) throw new Error(`the blob ${ref.digest} of conversation_data is missing`);
    return JSON.parse(Buffer.from(bytes).toString());
  }
}
