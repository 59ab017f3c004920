// Foreign scripts wait for the consent tool, which blocks them until the reader agrees. Without the tool none loads.
(() => {
  const { tool, scripts } = document.currentScript.dataset;
  let isLoaded = false;
  const load = ({ target }) => {
    if (isLoaded || !(target instanceof HTMLScriptElement) || target.src !== tool) return;
    isLoaded = true;
    for (const src of JSON.parse(scripts)) {
      document.head.append(Object.assign(document.createElement('script'), { src, async: true }));
    }
  };
  document.addEventListener('load', load, true);
})();
