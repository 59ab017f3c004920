const PATIENCE_MS = 200;

/** A bar while the next page is on its way. Back, new tabs, downloads and jumps within the page show none. */
const bar = document.createElement('div');
bar.className = 'navigation';
bar.role = 'progressbar';
bar.ariaLabel = 'Loading the page';
let waiting: ReturnType<typeof setTimeout> | undefined;

function stop(): void {
  clearTimeout(waiting);
  bar.remove();
}

globalThis.navigation?.addEventListener(
  'navigate',
  ({ destination, downloadRequest, hashChange, navigationType, signal }) => {
    const leaves = !destination.sameDocument && destination.url.startsWith('http');
    if (!leaves || hashChange || downloadRequest !== null || navigationType === 'traverse') return;
    stop();
    waiting = setTimeout(() => document.body.append(bar), PATIENCE_MS);
    signal.addEventListener('abort', stop);
  },
);
addEventListener('pagehide', stop);
