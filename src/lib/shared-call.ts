/** Calls during a run get its result. The next call after it starts a new run. */
export function sharedCall<T>(work: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= work().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
