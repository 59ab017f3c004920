import type { Conversation } from '../../../../sdk/src/api.js';
import type { ConversationActions } from '../../../../sdk/src/react.js';
import type { ConversationSnapshot } from '../../../../sdk/src/store.js';
import { DataSection } from './data-section.js';
import { Description } from './description.js';
import { Labels } from './labels.js';
import { Life } from './life.js';
import { Participants } from './participants.js';
import './details.css';

interface Props {
  readonly view: ConversationSnapshot & ConversationActions;
  readonly conversation: Conversation;
}

/** Everything about the conversation but its messages. */
export const Details = ({ view, conversation }: Props) => (
  <div className="sections">
    <Description conversation={conversation} onSaved={view.readAgain} />
    <Labels conversation={conversation} />
    <Participants view={view} conversation={conversation} />
    <DataSection conversation={conversation} onSaved={view.readAgain} />
    <Life conversation={conversation} onChanged={view.readAgain} />
  </div>
);
