// Foreign scripts wait for the consent tool, which blocks them until the reader agrees. Without the tool none loads.
(() => {
  const { tool, scripts } = document.currentScript.dataset;
  let isLoaded = false;
  const load = ({ target }) => {
    if (isLoaded || !(target instanceof HTMLScriptElement) || target.src !== tool) return;
    isLoaded = true;
    for (const src of JSON.parse(scripts)) {
      // Tools watch these calls: the names are those that they replace.
      const script = document.createElement('script');
      script.async = true;
      script.src = src;
      document.head.appendChild(script);
    }
  };
  document.addEventListener('load', load, true);
})();
