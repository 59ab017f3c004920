// Runs before the first paint: the chosen theme, else that of the system. Storage may throw.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = () => {
    try {
      return localStorage.getItem('tidings.theme');
    } catch {
      return null;
    }
  };
  const show = () => {
    const isDark = chosen() === null ? system.matches : chosen() === 'dark';
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  };
  system.addEventListener('change', show);
  show();
})();
