const TYPING_MS = 6_000;

/** Participants who type at this moment: each signal holds for some seconds. */
export class Typists {
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(private readonly onChange: () => void) {}

  get ids(): readonly string[] {
    return [...this.timers.keys()];
  }

  add(id: string): void {
    this.remove(id);
    const end = () => {
      this.timers.delete(id);
      this.onChange();
    };
    this.timers.set(id, setTimeout(end, TYPING_MS));
  }

  remove(id: string): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
  }

  clear(): void {
    for (const id of this.ids) this.remove(id);
  }
}
