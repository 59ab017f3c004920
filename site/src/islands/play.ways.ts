import { KEEP_MINUTES, type SdkModule, type Tenant } from './play.tenant.ts';

/** The tenant whose ways in the page shows. Its buttons read it, and each has one listener. */
const shown = new WeakMap<HTMLElement, { sdk: SdkModule; tenant: Tenant }>();

/** Address of the client page of Grace, and of the app as Ada. The code signs in once. */
export async function waysInto(tenant: Tenant, conversation_id: string) {
  const { url } = await tenant.team.call(
    'GET /conversations/{conversation_id}/participants/{participant_id}/client-url',
    { path: { conversation_id, participant_id: 'grace' } },
  );
  return { client: url, owner: tenant.takeAppUrl() };
}

/** Offers both sides of the conversation of a live run, and to keep its tenant. @throws TidingsError, NoAnswer */
export async function offerWays(play: HTMLElement, sdk: SdkModule, tenant: Tenant, id: string): Promise<void> {
  const { client, owner } = await waysInto(tenant, id);
  const link = (name: string) => play.querySelector<HTMLAnchorElement>(`.ran .${name}`)!;
  link('as-client').href = client;
  link('as-owner').href = owner;
  if (!shown.has(play)) listen(play);
  if (shown.get(play)?.tenant !== tenant) begin(play, tenant);
  shown.set(play, { sdk, tenant });
  play.dataset.ran = '';
}

function begin(play: HTMLElement, { subdomain }: Tenant): void {
  say(play, `The service erases the tenant ${subdomain} after ${KEEP_MINUTES} minutes.`);
  play.querySelector<HTMLButtonElement>('.keep')!.disabled = false;
  play.querySelector<HTMLDetailsElement>('.ways-in')!.open = false;
}

function listen(play: HTMLElement): void {
  const owner = play.querySelector<HTMLAnchorElement>('.as-owner')!;
  // The code in the address signs in once, so the next press does without it.
  const spend = () => setTimeout(() => owner.setAttribute('href', shown.get(play)!.tenant.appUrl));
  owner.addEventListener('click', spend);
  owner.addEventListener('auxclick', spend);
  play.querySelector('.keep')!.addEventListener('click', () => void keep(play));
  const ways = play.querySelector<HTMLDetailsElement>('.ways-in')!;
  ways.addEventListener('toggle', () => tell(ways, shown.get(play)!.tenant));
}

async function keep(play: HTMLElement): Promise<void> {
  const { sdk, tenant } = shown.get(play)!;
  const button = play.querySelector<HTMLButtonElement>('.keep')!;
  button.disabled = true;
  try {
    await tenant.team.call('POST /tenant/keep', {});
    say(play, `The tenant ${tenant.subdomain} stays. Note how to sign in: only this page knows the password.`);
    play.querySelector<HTMLDetailsElement>('.ways-in')!.open = true;
  } catch (error) {
    button.disabled = false;
    const isTold = error instanceof sdk.TidingsError;
    say(play, isTold ? error.message : 'The service did not respond. Press again to keep the tenant.', true);
  }
}

function say(play: HTMLElement, text: string, failed = false): void {
  const place = play.querySelector('.kept')!;
  place.textContent = text;
  place.classList.toggle('failed', failed);
}

/** The page holds the password only while the reader looks at it. */
function tell(ways: HTMLDetailsElement, { appUrl, email, password }: Tenant): void {
  const facts = ways.open ? { App: appUrl, 'E-mail address': email, Password: password } : {};
  const parts = Object.entries(facts).flatMap(([name, value]) => [
    Object.assign(document.createElement('dt'), { textContent: name }),
    Object.assign(document.createElement('dd'), { textContent: value }),
  ]);
  ways.querySelector('dl')!.replaceChildren(...parts);
}
