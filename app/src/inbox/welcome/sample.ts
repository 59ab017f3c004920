import { TidingsError } from '../../../../sdk/src/errors.js';
import type { Tidings } from '../../../../sdk/src/tidings.js';
import type { Texts } from './texts.js';

const TYPE = 'sample';
/** Id of the sample conversation. It is the same each time, so that there is one. */
export const SAMPLE = 'sample';
const CLIENT = 'sample-client';

/** A second press finds what the first one made. */
async function once(made: Promise<unknown>): Promise<void> {
  try {
    await made;
  } catch (error) {
    if (!(error instanceof TidingsError && error.status === 409)) throw error;
  }
}

/** Creates what is missing of the sample. Returns the link of its client. @throws TidingsError, NoAnswer */
export async function createSample(tidings: Tidings, text: Texts): Promise<string> {
  await once(
    tidings.call('POST /conversation-types', {
      body: { id: TYPE, conversation_data_list_item_template: '{{ conversation_description }}' },
    }),
  );
  await once(
    tidings.call('POST /conversations', {
      body: {
        id: SAMPLE,
        conversation_type_id: TYPE,
        description: text.description,
        participants: [{ id: CLIENT, kind: 'CLIENT', display_name: text.clientName }],
      },
    }),
  );
  const path = { conversation_id: SAMPLE };
  await once(
    tidings.call('POST /conversations/{conversation_id}/messages', {
      path,
      body: { kind: 'TEXT', text: text.hello, participant_id: CLIENT, source_id: 'sample-hello' },
      prefer: 'wait',
    }),
  );
  const { url } = await tidings.call('GET /conversations/{conversation_id}/participants/{participant_id}/client-url', {
    path: { ...path, participant_id: CLIENT },
  });
  return url;
}
