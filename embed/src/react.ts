/** `import '@tidings/embed/react'` once: the elements have types in JSX. */
import type { ConversationAttributes, LauncherAttributes, TidingsEvents } from './elements.js';

/** Listeners, as React 19 names them. */
type Listeners = {
  readonly [E in keyof TidingsEvents as `on${E}`]?: (event: TidingsEvents[E]) => void;
};

/** Members that an element of React has. */
interface Common<E> extends Listeners {
  readonly key?: string | number | null;
  readonly ref?: import('react').Ref<E>;
  readonly id?: string;
  readonly className?: string;
  readonly class?: string;
  readonly hidden?: boolean;
  readonly style?: import('react').CSSProperties;
  /** Client URL as a property, which is not shown in the document. React 19 sets it. */
  readonly clientUrl?: string;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'tidings-conversation': ConversationAttributes & Common<import('./tidings-conversation.js').TidingsConversation>;
      'tidings-launcher': LauncherAttributes & Common<import('./launcher.js').TidingsLauncher>;
    }
  }
}
