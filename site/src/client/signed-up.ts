import { keptSignUp, takeLoginCode } from '../islands/sign-up.success.ts';

/** The code of a sign-up signs in for a minute. After it, the app requests the password. */
const CODE_MS = 55_000;

const inQuotes = (text: string): string => text.replaceAll("'", "'\\''");

/** Fills in the values of the sign-up that led here, in text and in what the buttons copy. */
class SignedUp extends HTMLElement {
  connectedCallback(): void {
    const code = takeLoginCode();
    const kept = keptSignUp();
    const signUp = new URL(this.dataset.signupUrl ?? '', location.href);
    this.fill('API_URL', signUp.href.replace(/\/signup$/, ''));
    if (kept.tenant_id === undefined) return;
    this.fill('TENANT_ID', kept.tenant_id);
    this.leadToApp(kept.frontend_url ?? `/app?tenant=${encodeURIComponent(kept.tenant_id)}`, code);
    if (kept.email === undefined) return;
    this.fill('OWNER_EMAIL', kept.email);
    for (const place of this.querySelectorAll<HTMLElement>('[data-value]')) {
      place.textContent = kept[place.dataset.value as keyof typeof kept] ?? '';
    }
    this.querySelector('dl')!.hidden = false;
    this.querySelector<HTMLElement>('.unknown')!.hidden = true;
  }

  private leadToApp(app: string, code: string | undefined): void {
    const place = this.querySelector<HTMLElement>('.open-app')!;
    const link = place.querySelector('a')!;
    link.href = code === undefined ? app : `${app}#code=${encodeURIComponent(code)}`;
    if (code !== undefined)
      setTimeout(() => {
        link.href = app;
      }, CODE_MS);
    place.hidden = false;
  }

  private fill(name: string, value: string): void {
    const filled = (text: string) => text.replaceAll(name, () => inQuotes(value));
    for (const block of this.querySelectorAll('pre')) {
      const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) texts.currentNode.nodeValue = filled(texts.currentNode.nodeValue ?? '');
    }
    for (const button of this.querySelectorAll<HTMLElement>('[data-code]'))
      button.dataset.code = filled(button.dataset.code ?? '');
  }
}
customElements.define('tidings-signed-up', SignedUp);
