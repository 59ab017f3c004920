// Runs before the first paint: no import, less than 1 KB. Storage may throw.
(() => {
  const root = document.documentElement;
  // An island whose script does not come says so (styles/islands.css).
  const failed = ({ target }) => {
    if (target instanceof HTMLScriptElement && target.src.startsWith(`${location.origin}/`))
      root.dataset.scriptFailed = '';
  };
  addEventListener('error', failed, true);
  // Starlight's tabs expect storage that does not throw.
  try {
    localStorage.getItem('');
  } catch {
    Object.defineProperty(window, 'localStorage', { value: { getItem: () => null, setItem() {} } });
  }
  const stored = (key) => localStorage.getItem(key);
  root.dataset.theme = stored('tidings.theme') === 'dark' ? 'dark' : 'light';
  const { announcement } = document.currentScript.dataset;
  if (announcement && stored('tidings.announcement') === announcement) root.dataset.announcementDismissed = '';
})();
