const desktop = matchMedia('(min-width: 997px)');

/** A disclosure on mobile, always open next to the text from 997 px on. Marks the heading that is read. */
class Contents extends HTMLElement {
  connectedCallback(): void {
    const details = this.querySelector('details')!;
    const arrange = () => {
      details.open = desktop.matches;
    };
    arrange();
    desktop.addEventListener('change', arrange);
    this.addEventListener('click', ({ target }) => {
      if (!desktop.matches && target instanceof Element && target.closest('a')) details.open = false;
    });
    this.follow();
  }

  private follow(): void {
    const links = new Map(
      [...this.querySelectorAll('a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]),
    );
    const headings = [...links.keys()].flatMap((id) => document.getElementById(id) ?? []);
    const seen = new IntersectionObserver(
      (entries) => {
        const entry = entries.find(({ isIntersecting }) => isIntersecting);
        if (!entry) return;
        for (const [id, link] of links) {
          if (id === entry.target.id) link.setAttribute('aria-current', 'true');
          else link.removeAttribute('aria-current');
        }
      },
      { rootMargin: '-80px 0px -70% 0px' },
    );
    for (const heading of headings) seen.observe(heading);
  }
}
customElements.define('tidings-contents', Contents);

export {};
