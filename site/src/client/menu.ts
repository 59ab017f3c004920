const desktop = matchMedia('(min-width: 997px)');

/** The menu opens and closes without a script (popover); this gives it back to the page as a sidebar from 997 px on. */
class SiteMenu extends HTMLElement {
  connectedCallback(): void {
    const pane = this.querySelector<HTMLElement>('#site-menu')!;
    const button = this.querySelector('button')!;
    const arrange = () => {
      pane.popover = desktop.matches ? null : 'auto';
    };
    arrange();
    desktop.addEventListener('change', arrange);
    pane.addEventListener('toggle', (event) => {
      const open = (event as ToggleEvent).newState === 'open';
      for (const each of document.querySelectorAll('.main-frame')) each.toggleAttribute('inert', open);
      if (!open && !desktop.matches) button.focus();
    });
    pane.addEventListener('click', ({ target }) => {
      if (pane.popover && target instanceof Element && target.closest('a')) pane.hidePopover();
    });
  }
}
customElements.define('tidings-menu', SiteMenu);

export {};
