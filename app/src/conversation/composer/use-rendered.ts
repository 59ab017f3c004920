import { useQuery } from '@tanstack/react-query';
import { useApp } from '../../session/context.js';

/** The text of a template for a conversation and, where one is named, a participant. */
export function useRendered(conversationId: string | undefined, name: string, participantId: string) {
  const { tidings } = useApp();
  return useQuery({
    queryKey: ['render', conversationId, name, participantId],
    enabled: conversationId !== undefined && name !== '',
    queryFn: ({ signal }) =>
      tidings.call('POST /message_templates/{name}/render', {
        path: { name },
        body: {
          conversation_id: conversationId ?? '',
          ...(participantId === '' ? {} : { participant_id: participantId }),
        },
        signal,
      }),
  });
}
