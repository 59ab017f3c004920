// Runs before the first paint: no import, less than 1 KB. Storage may throw.
(() => {
  const root = document.documentElement;
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  root.dataset.theme = stored('tidings.theme') === 'dark' ? 'dark' : 'light';
  const { announcement } = document.currentScript.dataset;
  if (announcement && stored('tidings.announcement') === announcement) root.dataset.announcementDismissed = '';
})();
