import { useTexts } from '../../language.js';
import { NotificationList } from './notification-list.js';
import { SmsAccount } from './sms-account.js';
import { texts } from './texts.js';

export default function Notifications() {
  const text = useTexts(texts);
  return (
    <>
      <div className="top">
        <p>{text.about}</p>
      </div>
      <SmsAccount />
      <NotificationList />
    </>
  );
}
