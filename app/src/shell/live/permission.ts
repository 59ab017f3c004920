/** Whether the reader wants notifications in this browser, in localStorage. */
const WANTED = 'tidings.app.notifications';

export const isSupported = (): boolean => 'Notification' in window;

export function isNotifying(): boolean {
  if (!isSupported() || Notification.permission !== 'granted') return false;
  try {
    return localStorage.getItem(WANTED) === 'on';
  } catch {
    return false;
  }
}

/** Switches notifications on or off, and requests the permission that they need. Resolves to the state that holds now. */
export async function setNotifying(isWanted: boolean): Promise<boolean> {
  const permission = isWanted ? await Notification.requestPermission() : 'denied';
  try {
    if (permission === 'granted') localStorage.setItem(WANTED, 'on');
    else localStorage.removeItem(WANTED);
  } catch {
    return false;
  }
  return isNotifying();
}
