import type { Page } from 'playwright-core';

/** A list that scrolls, and how far it does in each frame. */
interface Scrolled {
  readonly list: string;
  readonly rows: string;
  readonly step: number;
}

const INBOX: Scrolled = { list: '.scroller', rows: '.row', step: 60 };

/** The frames and tasks of a page while its list is scrolled. */
export interface Scrolling {
  /** Milliseconds between two frames. */
  readonly frames: readonly number[];
  /** Milliseconds of the tasks over 50 ms. */
  readonly longTasks: readonly number[];
  /** Most rows in the page at once. */
  readonly rows: number;
}

/** Scrolls by the wheel's steps for some seconds, then jumps to places all over the list. */
export const scrolling = (
  page: Page,
  seconds: number,
  jumps: number,
  { list, rows, step } = INBOX,
): Promise<Scrolling> =>
  page.evaluate<Scrolling>(`(async () => {
    const list = document.querySelector('${list}');
    const frames = [], longTasks = [];
    let rows = 0;
    const observer = new PerformanceObserver((seen) => {
      for (const { duration } of seen.getEntries()) longTasks.push(Math.round(duration));
    });
    observer.observe({ type: 'longtask' });
    const frame = () => new Promise(requestAnimationFrame);
    let before = await frame();
    const next = async () => {
      const at = await frame();
      frames.push(at - before);
      before = at;
      rows = Math.max(rows, document.querySelectorAll('${rows}').length);
    };
    for (const end = before + ${seconds * 1_000}; before < end; await next()) list.scrollTop += ${step};
    for (let n = 1; n <= ${jumps}; n++) {
      list.scrollTop = ((n * 0.382) % 1) * list.scrollHeight;
      for (let wait = 0; wait < 20; wait++) await next();
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
    observer.disconnect();
    return { frames, longTasks, rows };
  })()`);

/** Bytes of the page's objects that are in use. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}
