import type { DocumentStore } from '../../../src/ports/stores/document-store.js';
import { DOCUMENT_STORE } from '../../../src/ports/stores/document-store.js';
import type { Tidings } from '../api.js';

/** The read models of a running service stand still until they are let go: what is in the log is not in them yet. */
export function holdReadModel({ app }: Tidings): { release(): void } {
  const documents = app.get<DocumentStore>(DOCUMENT_STORE);
  const commit = documents.commit.bind(documents);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  documents.commit = async (...writes) => {
    await released;
    return commit(...writes);
  };
  return {
    release() {
      documents.commit = commit;
      release();
    },
  };
}
