import type { DocumentStore } from '../../../ports/stores/document-store.js';
import type { EventLog } from '../../log/event-log.js';
import type { ProjectorAtWork } from '../building/projector-options.js';
import type { ServedVersions } from '../building/served-versions.js';
import { checkpointName } from '../checkpoints.js';
import type { ParkedEvents } from '../parked/parked-events.js';
import { parkedId } from '../parked/parked-list.js';
import { ParkedRefold, refolded } from '../parked/retry-parked.js';
import { readSkips } from '../parked/skips.js';
import type { Parked, Parking } from '../parking.js';
import { TaskRefused } from './model-task.js';

/** Retries and skips what could not be applied, in the process that folds. */
export class ParkedWork {
  constructor(
    private readonly log: EventLog,
    private readonly documents: DocumentStore,
    private readonly served: ServedVersions,
    private readonly parking: Parking,
    private readonly events: ParkedEvents,
  ) {}

  /** @throws TaskRefused */
  async retry(id: string, atWork: ProjectorAtWork): Promise<string> {
    const document = this.parking.all.find((parked) => parkedId(parked) === id);
    if (document) return this.retryDocument(document, atWork);
    const event = this.events.get(id);
    if (!event) throw new TaskRefused(`Nothing parked has the id ${id}.`);
    const { unreadable } = await this.log.readableAll(event.position - 1, 1);
    if (unreadable.length > 0) throw new TaskRefused('The event still cannot be decoded.');
    this.log.damaged.forget(event.position);
    await this.events.release(id);
    return 'The event can be decoded. Rebuild the read models that lack it with models rebuild.';
  }

  /** The log has the skip. */
  async skip(id: string, atWork: ProjectorAtWork): Promise<string> {
    this.parking.skips = await readSkips(this.log);
    const event = this.events.get(id);
    if (event) {
      this.log.damaged.forget(event.position);
      await this.events.release(id);
      return 'The event is passed over for good.';
    }
    const document = this.parking.all.find((parked) => parkedId(parked) === id);
    if (document) await this.retryDocument(document, atWork);
    return 'The document is passed over at this event for good, and has the later ones.';
  }

  /** Most of the log is read outside of the turn, in which the projector does nothing else. */
  private async retryDocument(parked: Parked, atWork: ProjectorAtWork): Promise<string> {
    const folded = [...this.served.serving, ...this.served.levelBeside];
    const projection = folded.find((each) => checkpointName(each) === parked.readModel);
    if (!projection) {
      // It belongs to a copy that is being built, whose builder retries it when it begins.
      atWork.build();
      return 'The document belongs to a copy that is being built, and is tried again with it.';
    }
    const refold = new ParkedRefold(parked, projection, this.log, this.parking);
    const level = atWork.life()?.level.at;
    if (level !== undefined) await refold.foldTo(level);
    return atWork.inTurn(async () => {
      const life = atWork.life();
      if (!life || !this.parking.all.includes(parked)) throw new TaskRefused('It is not parked any more.');
      if (!(await refolded(refold, this.documents, life.level.at)))
        throw new TaskRefused(`The document still cannot be folded: ${parked.error}`);
      life.writer.forget();
      await this.parking.release(parked);
      return 'The document is folded, and follows the log again.';
    });
  }
}
