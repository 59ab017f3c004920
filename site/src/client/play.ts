import { importChunk } from '../islands/chunks.ts';
import type * as Live from '../islands/play.live.ts';
import liveUrl from '../islands/play.live.ts?island';

/** It begins when its top is in the upper three quarters of the window. */
const SEEN = { rootMargin: '0px 0px -25% 0px' };

/** The recorded conversation: it plays once when it is seen and again on a press, and runs live on a press. */
class Play extends HTMLElement {
  private readonly again = this.querySelector<HTMLButtonElement>('.again')!;
  private readonly live = this.querySelector<HTMLButtonElement>('.live');
  private readonly status = this.querySelector<HTMLElement>('.status')!;
  private isRunning = false;

  connectedCallback(): void {
    this.again.addEventListener('click', () => this.press());
    this.live?.addEventListener('click', () => void this.runLive());
    for (const button of this.querySelectorAll('button')) button.disabled = false;
    void this.follow();
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return this.pause();
      observer.disconnect();
      this.restart();
    }, SEEN);
    observer.observe(this);
  }

  private press(): void {
    const states = new Set(this.animations.map(({ playState }) => playState));
    if (states.has('running')) this.pause();
    else if (states.has('paused')) this.resume();
    else this.restart();
  }

  private get animations(): readonly Animation[] {
    return this.getAnimations({ subtree: true });
  }

  private pause(): void {
    for (const animation of this.animations) if (animation.playState === 'running') animation.pause();
    this.again.textContent = 'Play';
  }

  private resume(): void {
    for (const animation of this.animations) if (animation.playState === 'paused') animation.play();
    this.again.textContent = 'Pause';
  }

  private restart(): void {
    delete this.dataset.is;
    this.resume();
    for (const animation of this.animations) {
      animation.cancel();
      animation.play();
    }
    void this.follow();
  }

  /** The button offers to play again once all has come to its end. */
  private async follow(): Promise<void> {
    const ends = await Promise.allSettled(this.animations.map(({ finished }) => finished));
    if (ends.every(({ status }) => status === 'fulfilled')) this.again.textContent = 'Play again';
  }

  private async runLive(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    this.live!.setAttribute('aria-disabled', 'true');
    this.again.disabled = true;
    this.resume();
    try {
      const { runLive } = await importChunk<typeof Live>(liveUrl);
      await runLive(this, (text, failed = false) => this.say(text, failed));
    } catch (error) {
      this.say(`The demo did not load: ${(error as Error).message}. Check the connection and press again.`, true);
    } finally {
      this.isRunning = false;
      this.live!.removeAttribute('aria-disabled');
      this.again.disabled = false;
      void this.follow();
    }
  }

  private say(text: string, failed: boolean): void {
    this.status.textContent = text;
    this.status.classList.toggle('failed', failed);
  }
}
customElements.define('tidings-play', Play);
