/** The part of a `Worker` of Node.js that is needed here. */
export interface Thread {
  postMessage(message: unknown): void;
  ref(): void;
  unref(): void;
  terminate(): Promise<unknown>;
  on(event: string, listener: (value: unknown) => void): this;
  once(event: string, listener: (value: unknown) => void): this;
  off(event: string, listener: (value: unknown) => void): this;
}

/**
 * A thread that answers one message at a time. It starts with the first message, and again with the next one after it
 * ended. The process does not end before an answer, and not later because of the thread.
 */
export class AnsweringThread<Message, Answer> {
  private thread: Thread | undefined;

  constructor(private readonly start: () => Thread) {}

  /** Not called before the answer to the message before. @throws Error where the thread ends instead */
  ask(message: Message): Promise<Answer> {
    this.thread ??= this.started();
    const { thread } = this;
    const answer = Promise.withResolvers<unknown>();
    const failed = (cause?: unknown) => {
      if (this.thread === thread) this.thread = undefined;
      answer.reject(new Error('The thread ended.', { cause }));
    };
    thread.once('message', answer.resolve).once('error', failed).once('exit', failed);
    thread.ref();
    thread.postMessage(message);
    const answered = answer.promise.finally(() => {
      thread.unref();
      thread.off('message', answer.resolve).off('error', failed).off('exit', failed);
    });
    return answered as Promise<Answer>;
  }

  async close(): Promise<void> {
    await this.thread?.terminate();
  }

  /** Between two messages no other listener is set. */
  private started(): Thread {
    const thread = this.start();
    return thread
      .on('error', () => undefined)
      .on('exit', () => {
        if (this.thread === thread) this.thread = undefined;
      });
  }
}
