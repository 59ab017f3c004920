import { Inject, Injectable } from '@nestjs/common';
import { messagesOf, oneMessage } from '../../../../../projections/message-log/reads.js';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import { Rejection } from '../../../../kernel/rejection.js';
import type { AssetOwner } from '../../../../ports/media/asset-links.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../../ports/process/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { ChangeAssetStatus } from '../../message/domain/message.commands.js';
import type { Asset } from '../../message/domain/message.events.js';

const LOOKS = 3;

/** Decides statuses of assets in the log of their conversation. */
@Injectable()
export class AssetStatuses {
  constructor(
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /**
   * The asset after the command, which is another one where the status may not follow the present one; undefined where
   * the message is deleted. An asset with the status `unless` stays as it is. @throws Rejection 503
   */
  async change(owner: AssetOwner, asset: Asset, unless?: Asset['status']): Promise<Asset | undefined> {
    for (let look = 1; ; look++) {
      try {
        return await this.decide(owner, asset, unless);
      } catch (error) {
        const isStale = error instanceof Rejection && error.code === 'errors.position.not_reached';
        if (!isStale || look === LOOKS) throw error;
      }
    }
  }

  private async decide(owner: AssetOwner, asset: Asset, unless?: Asset['status']): Promise<Asset | undefined> {
    const { tenantId, conversationId, messageId } = owner;
    const through = await this.log.head();
    await this.caughtUp.mustReach(through);
    const row = await oneMessage(messagesOf(this.documents, tenantId), conversationId, messageId);
    if (!row?.asset) return undefined;
    if (row.asset.status === unless) return row.asset;
    const seen = { status: row.asset.status, through };
    const data = { messageId, sequence: row.sequence, asset, seen };
    const ids = { commandId: this.ids.next(), correlationId: messageId };
    const meta = { tenantId, actor: 'system', at: this.clock.now(), ...ids };
    const { events } = await this.commands.execute(new ChangeAssetStatus(conversationId, data, meta));
    return events.length > 0 ? asset : this.now(owner);
  }

  /** After the command: what stood in its way is in the log. */
  private async now({ tenantId, conversationId, messageId }: AssetOwner): Promise<Asset | undefined> {
    await this.caughtUp.mustReach(await this.log.head());
    return (await oneMessage(messagesOf(this.documents, tenantId), conversationId, messageId))?.asset;
  }
}
