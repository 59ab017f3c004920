import { Inject, Injectable } from '@nestjs/common';
import { EventLog } from '../../../../engine/log/event-log.js';
import { ServedVersions } from '../../../../engine/read-models/building/served-versions.js';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import { Projector } from '../../../../engine/read-models/projector.js';
import { Repair, type RepairPlace } from '../../../../engine/read-models/repairing/repair.js';
import {
  type OperatorCall,
  type OperatorCommand,
  type OperatorOutput,
  OperatorRefused,
} from '../../../../ports/process/operator-calls.js';

/** Folds documents of a tenant from the log again, and writes them in the turn of the projector. */
@Injectable()
export class AuditRepair implements OperatorCommand {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(Projector) private readonly projector: Projector,
    @Inject(ServedVersions) private readonly served: ServedVersions,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
  ) {}

  /** `places` is JSON: names of read models with keys. */
  async *run({ args: { tenant, places } }: OperatorCall): AsyncGenerator<OperatorOutput> {
    const wanted = (JSON.parse(String(places)) as readonly (readonly [string, string])[]).map((each) =>
      this.place(each),
    );
    const repair = new Repair(this.log, String(tenant), wanted);
    await repair.to(this.caughtUp.position);
    let repaired = 0;
    const isWritten = await this.projector.rewrite(async (at) => {
      await repair.to(at);
      const writes = repair.writes();
      repaired = writes.length;
      return writes;
    });
    if (!isWritten)
      throw new OperatorRefused(1, 'Another process folds the read models. Run the command beside that one.');
    yield { line: { repaired } };
  }

  private place([model, key]: readonly [string, string]): RepairPlace {
    const projection = this.served.serving.find(({ name }) => name === model);
    if (!projection) throw new OperatorRefused(2, `There is no read model ${model}.`);
    return { projection, key };
  }
}
