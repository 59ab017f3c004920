import { Bell, BellOff } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../language.js';
import { isNotifying, isSupported, setNotifying } from '../live/permission.js';
import { texts } from '../texts.js';

/** Requests the permission of the browser when the reader switches notifications on. */
export function NotificationSwitch() {
  const text = useTexts(texts);
  const [isOn, setOn] = useState(isNotifying);
  const [isRefused, setRefused] = useState(false);
  if (!isSupported()) return null;
  async function toggle() {
    setOn(await setNotifying(!isOn));
    setRefused(Notification.permission === 'denied');
  }
  const Icon = isOn ? Bell : BellOff;
  return (
    <>
      <button type="button" className="item" aria-pressed={isOn} onClick={() => void toggle()}>
        <Icon size={18} aria-hidden /> {text.notifications}
        <span className="quiet">{isOn ? text.on : text.off}</span>
      </button>
      {isRefused ? (
        <p className="quiet" role="status">
          {text.notificationsRefused}
        </p>
      ) : null}
    </>
  );
}
