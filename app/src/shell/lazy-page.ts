import { lazyRouteComponent } from '@tanstack/react-router';
import { mayHaveSession } from '../session/session-of.js';

/** A page of people who are signed in. The sign-in does not load its file, which another page may never need. */
export const lazyPage: typeof lazyRouteComponent = (importer, name) => {
  const page = lazyRouteComponent(importer, name);
  const { preload } = page;
  page.preload = async () => {
    if (mayHaveSession()) await preload?.();
  };
  return page;
};
