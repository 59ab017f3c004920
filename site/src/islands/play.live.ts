import { io } from 'socket.io-client';
import type * as SdkSocket from '../../../sdk/src/socket.ts';
import { importChunk } from './chunks.ts';
import { refusalOf } from './play.refusals.ts';
import { type Played, playStory } from './play.run.ts';
import { story } from './play.story.ts';
import { type Attempt, createTenant, newAttempt, type SdkModule, type Tenant } from './play.tenant.ts';
import { offerWays } from './play.ways.ts';

type Say = (text: string, failed?: boolean) => void;

/** Between two steps, so that each can be read. */
const PAUSE_MS = 1_600;

/** The page has one tenant: a second press goes on in it. */
let attempt: Attempt | undefined;
let tenant: Tenant | undefined;
let conversations = 0;

/** Time after which a refused sign-up can be tried again, as text. */
let retryAfter: string | null = null;
const watched: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  retryAfter = response.headers.get('retry-after');
  return response;
};

/** Plays the story against the service of this page, and shows what comes back in place of the recording. */
export async function runLive(play: HTMLElement, say: Say): Promise<void> {
  const [sdk, socket] = await Promise.all([
    importChunk<SdkModule>('/sdk/tidings.js'),
    importChunk<typeof SdkSocket>('/sdk/socket.js'),
  ]);
  const steps = play.querySelector('.steps')!;
  const recorded = steps.cloneNode(true);
  try {
    say(tenant ? 'Creating a conversation …' : 'Signing up a tenant …');
    attempt ??= newAttempt();
    tenant ??= await createTenant(sdk, { url: location.origin, fetch: watched }, attempt);
    play.dataset.is = 'live';
    for (let step = 1; step <= story.length; step++) wait(play, step, true);
    const shown: Played[] = [];
    for await (const played of playStory(
      { sdk, frames: socket.frames, io: io as never },
      tenant,
      `case-${++conversations}`,
    )) {
      show(steps.children[shown.length]!, played);
      shown.push(played);
      wait(play, shown.length, false);
      say(`Step ${shown.length} of ${story.length}`);
      if (shown.length < story.length && !matchMedia('(prefers-reduced-motion: reduce)').matches) await pause();
    }
    await offerWays(play, sdk, tenant, `case-${conversations}`);
    say(summaryOf(shown, tenant));
  } catch (error) {
    delete play.dataset.is;
    steps.replaceWith(recorded);
    for (let step = 1; step <= story.length; step++) wait(play, step, false);
    const refusal = refusalOf(error, sdk, {
      retryAfter,
      subdomain: attempt!.subdomain,
      isSignedUp: tenant !== undefined,
    });
    if (refusal.isOver) [attempt, tenant] = [undefined, undefined];
    say(refusal.text, true);
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** Replaces the recorded values of a step by those of this run. */
function show(step: Element, { status, frames, unread, feed }: Played): void {
  const fill = (name: string, texts: readonly string[]) => {
    for (const [nth, place] of step.querySelectorAll(`[data-live=${name}]`).entries())
      place.textContent = texts[nth] ?? '';
  };
  fill('call', [String(status)]);
  fill(
    'event',
    frames.map(({ position, ms }) => `${position} · ${ms} ms`),
  );
  fill('unread', [`${unread} unread`]);
  const fed = frames.flatMap(({ position }) => feed[position] ?? []);
  fill(
    'source',
    fed.map(() => 'event feed'),
  );
  fill('feed', fed);
}

/** Hides what a step shows in each lane until it has come. */
function wait(play: HTMLElement, step: number, waits: boolean): void {
  for (const part of play.querySelectorAll(`.step:nth-child(${step}), [data-of="${step}"]`))
    part.toggleAttribute('data-waits', waits);
}

function summaryOf(shown: readonly Played[], { subdomain }: Tenant): string {
  const positions = shown.flatMap(({ frames }) => frames.map(({ position }) => position));
  return `${positions.length} events, positions ${positions[0]} to ${positions.at(-1)}, in the tenant ${subdomain}.`;
}
