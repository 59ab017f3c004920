import { useState } from 'react';
import { useCall } from '../../calls/use-call.js';
import { useApp } from '../../session/context.js';

/** Whether an owner sees a tenant without conversation types for the first time. It stays so until the page is left. */
export function useIsNew(): boolean {
  const { me } = useApp();
  const { data } = useCall('GET /conversation-types', { query: { limit: 1 } });
  const [wasNew, setWasNew] = useState(false);
  const isNew = me.role === 'OWNER' && data?.total_elements === 0;
  if (isNew && !wasNew) setWasNew(true);
  return isNew || wasNew;
}
