/** Entries of one tenant and one priority that wait. Groups take turns; inside a group the oldest entry comes first. */
export class WaitingEntries<E extends { readonly group?: string }> {
  /** Entries that had a place before: they continue before others start. */
  private readonly resumed: E[] = [];
  private readonly groups = new Map<string, E[]>();
  size = 0;

  add(entry: E): void {
    this.size++;
    const group = this.groups.get(entry.group ?? '');
    if (group) group.push(entry);
    else this.groups.set(entry.group ?? '', [entry]);
  }

  addResumed(entry: E): void {
    this.size++;
    this.resumed.push(entry);
  }

  /** Takes the next entry out; entries that are not accepted keep their turn. */
  take(accepts: (entry: E) => boolean): E | undefined {
    for (const [entry] of [this.resumed, ...this.groups.values()]) {
      if (entry === undefined || !accepts(entry)) continue;
      this.remove(entry);
      this.moveBack(entry.group ?? '');
      return entry;
    }
    return undefined;
  }

  remove(entry: E): void {
    const name = entry.group ?? '';
    for (const entries of [this.resumed, this.groups.get(name) ?? []]) {
      const at = entries.indexOf(entry);
      if (at < 0) continue;
      entries.splice(at, 1);
      this.size--;
    }
    if (this.groups.get(name)?.length === 0) this.groups.delete(name);
  }

  /** The entry whose turn comes last, among those that never had a place. */
  last(): E | undefined {
    return [...this.groups.values()].at(-1)?.at(-1);
  }

  /** The newest entry of the group with the most, if that is more than the group of `entry` would have with it. */
  lastOfLargerThan({ group = '' }: E): E | undefined {
    let most = this.of(group).length + 1;
    let largest: readonly E[] = [];
    for (const entries of this.groups.values()) {
      if (entries.length <= most) continue;
      largest = entries;
      most = entries.length;
    }
    return largest.at(-1);
  }

  of(group: string): readonly E[] {
    return this.groups.get(group) ?? [];
  }

  private moveBack(name: string): void {
    const group = this.groups.get(name);
    if (!group) return;
    this.groups.delete(name);
    this.groups.set(name, group);
  }
}
