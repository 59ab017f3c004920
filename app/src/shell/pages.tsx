import { Component, lazy, type ReactNode, Suspense } from 'react';
import { address, useAddress } from '../routing/address.js';
import { partsOf } from '../routing/paths.js';
import { preload, preloads } from '../routing/preload.js';
import { mayHaveSession } from '../session/session-of.js';
import { Crash, NotFound } from './failures.js';
import { Gate } from './gate.js';
import { Loading } from './loading.js';
import { Shell } from './shell.js';

const load = {
  inbox: () => import('../inbox/inbox.js'),
  conversation: () => import('../conversation/conversation.js'),
  empty: () => import('../inbox/no-conversation.js'),
  settings: () => import('../settings/settings.js'),
  audit: () => import('../audit/audit.js'),
  account: () => import('../account/account.js'),
  callback: () => import('../sign-in/callback.js'),
};
const Inbox = lazy(load.inbox);
const ConversationPage = lazy(load.conversation);
const NoConversation = lazy(load.empty);
const Settings = lazy(load.settings);
const Audit = lazy(load.audit);
const Account = lazy(load.account);
const Callback = lazy(load.callback);

preloads('', () => Promise.all([load.inbox(), load.empty()]));
preloads('conversations', () => Promise.all([load.inbox(), load.conversation()]));
preloads('settings', load.settings);
preloads('audit', load.audit);
preloads('account', load.account);

// The files come while the session is renewed. The sign-in loads none of them.
if (mayHaveSession()) preload(address().path);

/** The page of the address. Pages of people who are signed in are behind the gate. */
export function Pages() {
  const { path } = useAddress();
  if (path === '/callback')
    return (
      <Suspense fallback={<Loading />}>
        <Callback />
      </Suspense>
    );
  return (
    <Gate>
      <Shell>
        <Crashes key={roomOf(path)}>
          <Suspense fallback={<Loading />}>{pageOf(path)}</Suspense>
        </Crashes>
      </Shell>
    </Gate>
  );
}

/** The inbox stays while its conversations are opened. */
const roomOf = (path: string): string => {
  const { room } = partsOf(path);
  return room === 'conversations' ? '' : room;
};

function pageOf(path: string): ReactNode {
  const { room, part } = partsOf(path);
  if (path === '/') return <Inbox openId={undefined} open={<NoConversation />} />;
  if (room === 'conversations' && part)
    return <Inbox openId={part} open={<ConversationPage key={part} conversationId={part} />} />;
  if (room === 'settings') return <Settings section={part} />;
  if (room === 'audit') return <Audit view={part} />;
  if (path === '/account') return <Account />;
  return <NotFound />;
}

interface Caught {
  readonly caught: { readonly error: unknown } | undefined;
}

/** A page that throws is replaced by its crash page. Another room mounts a fresh one. */
class Crashes extends Component<{ readonly children: ReactNode }, Caught> {
  override state: Caught = { caught: undefined };

  static getDerivedStateFromError(error: unknown): Caught {
    return { caught: { error } };
  }

  override render() {
    const { caught } = this.state;
    if (!caught) return this.props.children;
    return <Crash error={caught.error} reset={() => this.setState({ caught: undefined })} />;
  }
}
