import { Outlet } from '@tanstack/react-router';
import { ConversationList } from './conversation-list.js';
import './inbox.css';

/** The list of conversations, and the one that is open. */
export default function Inbox() {
  return (
    <div className="inbox">
      <ConversationList />
      <Outlet />
    </div>
  );
}
