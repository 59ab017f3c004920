/**
 * A block that scrolls can be reached by keyboard and has a name. Expressive Code makes it a region too, but later and
 * without a name.
 */
for (const [i, block] of document.querySelectorAll('pre').entries()) {
  const name = () => {
    if (block.getAttribute('role') === 'region') block.setAttribute('aria-label', `Code sample ${i + 1}`);
    else block.removeAttribute('aria-label');
  };
  const reach = () => {
    if (block.scrollWidth <= block.clientWidth) return;
    block.tabIndex = 0;
    block.setAttribute('role', 'region');
  };
  new MutationObserver(name).observe(block, { attributes: true, attributeFilter: ['role'] });
  // The page after the sign-up writes the reader's own values into its samples.
  new MutationObserver(reach).observe(block, { characterData: true, subtree: true });
  reach();
}

export {};
