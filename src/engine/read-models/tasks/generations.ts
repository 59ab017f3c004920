import type { AnyProjection } from '../../../kernel/projection.js';
import type { DocumentStore } from '../../../ports/stores/document-store.js';
import type { ProjectorAtWork } from '../building/projector-options.js';
import { recordServed, servedRecord } from '../building/served-record.js';
import type { ServedVersions } from '../building/served-versions.js';
import { declaredVersion, generation, generationOf, isExact, storedAs } from '../building/stored-version.js';
import { checkpointName } from '../checkpoints.js';
import type { Parking } from '../parking.js';
import { TaskRefused } from './model-task.js';

type Versions = { readonly serving: AnyProjection; readonly beside?: AnyProjection };

/** Makes, switches and drops generations of read models. Each change is one commit, so a crash is before or after it. */
export class Generations {
  constructor(
    private readonly documents: DocumentStore,
    private readonly served: ServedVersions,
    private readonly parking: Parking,
  ) {}

  /** Begins to build a second copy while the first serves; one that is being built continues. Returns its version. */
  rebuild(name: string, atWork: ProjectorAtWork): Promise<number> {
    return atWork.inTurn(async () => {
      const { serving, beside } = this.versionsOf(name);
      if (beside && !this.served.levelBeside.includes(beside)) return beside.version;
      const { generations } = await servedRecord(this.documents, serving);
      const n = Math.max(generations, generationOf(serving.version)) + 1;
      const built = storedAs(serving, generation(declaredVersion(serving.version), n));
      await recordServed(this.documents, serving, { serves: serving.version, beside: built.version, generations: n });
      await this.documents.prepare([built]);
      await this.set(atWork, { serving, beside: built }, beside);
      atWork.build();
      return built.version;
    });
  }

  /** The newer copy serves from now on. The other one is kept, and is folded on. */
  switch(name: string, atWork: ProjectorAtWork): Promise<number> {
    return this.swap(name, atWork, (serving, beside) => {
      if (generationOf(beside) < generationOf(serving))
        throw new TaskRefused(`${name} has switched already. Go back with models rollback ${name}.`);
    });
  }

  /** The kept copy serves again. */
  rollback(name: string, atWork: ProjectorAtWork): Promise<number> {
    return this.swap(name, atWork, (serving, beside) => {
      if (generationOf(beside) > generationOf(serving))
        throw new TaskRefused(`${name} has not switched. Switch with models switch ${name}.`);
    });
  }

  /** Ends the copy that does not serve. Returns its version. */
  drop(name: string, atWork: ProjectorAtWork): Promise<number> {
    return atWork.inTurn(async () => {
      const { serving, beside } = this.versionsOf(name);
      if (!beside) throw new TaskRefused(`${name} has one copy alone, which serves.`);
      await recordServed(this.documents, serving, { beside: 0 });
      await this.set(atWork, { serving }, beside);
      atWork.build();
      return beside.version;
    });
  }

  private swap(
    name: string,
    atWork: ProjectorAtWork,
    check: (serving: number, beside: number) => void,
  ): Promise<number> {
    return atWork.inTurn(async () => {
      const { serving, beside } = this.versionsOf(name);
      if (!beside) throw new TaskRefused(`${name} has one copy alone. Build another one with models rebuild ${name}.`);
      check(serving.version, beside.version);
      if (!this.served.levelBeside.includes(beside))
        throw new TaskRefused(`The new copy of ${name} is not complete yet.`);
      await recordServed(this.documents, serving, { serves: beside.version, beside: serving.version });
      await this.set(atWork, { serving: beside, beside: serving });
      return beside.version;
    });
  }

  /** @throws TaskRefused */
  private versionsOf(name: string): Versions {
    const found = this.served.get(name);
    if (!found) throw new TaskRefused(`No read model has the name ${name}.`);
    if (this.served.isRaised({ name }))
      throw new TaskRefused(`A new version of ${name} is being built. It serves by itself when it is complete.`);
    const { serving, beside } = found;
    return { serving: isExact(serving) ? serving : storedAs(serving, serving.version), ...(beside && { beside }) };
  }

  private async set(atWork: ProjectorAtWork, versions: Versions, dropped?: AnyProjection): Promise<void> {
    const { serving, beside } = versions;
    const wasServing = this.served.get(serving.name)?.serving.version;
    this.served.set(serving.name, versions);
    if (beside && beside.version === wasServing) this.served.join([beside]);
    await atWork.relevel(false);
    if (!dropped) return;
    const parked = this.parking.all.filter(({ readModel }) => readModel === checkpointName(dropped));
    for (const each of parked) await this.parking.release(each);
  }
}
