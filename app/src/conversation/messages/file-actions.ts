import type { Message } from '../../../../sdk/src/api.js';

/** Actions of a message on its file. */
export interface FileActions {
  readonly onRefresh: (message: Message) => void;
  readonly onRetry: (message: Message) => void;
  readonly onCancel: (messageId: string) => void;
}
