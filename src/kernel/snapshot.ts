/** How the folded state of a long stream is kept, so that a start need not fold the whole stream. */
export interface SnapshotFormat<S = unknown> {
  /** Raised with every change of the fold or of the format; a snapshot of another version is ignored. */
  readonly version: number;
  /** The state as JSON. */
  write(state: S): unknown;
  /** @throws Error when the value is none that `write` gave */
  read(value: unknown): S;
}
