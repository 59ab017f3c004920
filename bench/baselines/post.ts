import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import fastify from 'fastify';
import { Server } from 'socket.io';
import { groupCommit, type Place } from './group-commit.js';
import { listen } from './listen.js';
import { type Message, readModel } from './read-model.js';
import { requireToken } from './token.js';

/** The least work of a post: schema, token, group commit with fsync, one projection, one emit. */
const [folder = '', jwk = '', kept] = process.argv.slice(2);
const app = fastify();
const io = new Server(app.server, { transports: ['websocket'] });
const log = groupCommit(join(folder, 'log.db'));
const project = readModel(join(folder, 'read.db'), kept === 'all');
const sequences = new Map<string, number>();
let durable: { readonly message: Message; readonly place: Place }[] = [];

const body = {
  type: 'object',
  required: ['kind', 'text'],
  additionalProperties: false,
  properties: {
    kind: { enum: ['TEXT', 'REQUEST_LOCATION'] },
    text: { type: 'string', minLength: 1, maxLength: 4_096 },
    participant_id: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9_-]*$', maxLength: 50 },
  },
};

const toDto = ({ id, conversationId, participantId, kind, text, at }: Message, sequence: number | null) => ({
  id,
  conversation_id: conversationId,
  participant_id: participantId,
  kind,
  sequence,
  text,
  created_at: at,
  updated_at: at,
});

function settle(): void {
  const batch = durable;
  durable = [];
  project(
    batch.map(({ message }) => message),
    batch.at(-1)?.place.position ?? 0,
  );
  for (const { message, place } of batch) {
    const { id, conversationId, sequence, at } = message;
    const about = { type: 'NEW_MESSAGE', id, position: place.position, occurred_at: at };
    io.to('conversations').emit('NEW_MESSAGE', {
      ...about,
      conversation_id: conversationId,
      message: toDto(message, sequence),
    });
  }
}

interface Post {
  readonly Params: { readonly id: string };
  readonly Body: { readonly kind: string; readonly text: string; readonly participant_id?: string };
}

app.get('/health/live', () => ({ status: 'ok' }));

await app.register(async (guarded) => {
  await requireToken(guarded, jwk);
  guarded.post<Post>('/api/v1/conversations/:id/messages', { schema: { body } }, async (request, reply) => {
    const { id: conversationId } = request.params;
    const { kind, text, participant_id: participantId = request.bearer.subject } = request.body;
    const sequence = (sequences.get(conversationId) ?? 0) + 1;
    sequences.set(conversationId, sequence);
    const at = new Date().toISOString();
    const message: Message = { id: randomUUID(), conversationId, participantId, sequence, kind, text, at };
    const event = { stream: conversationId, id: message.id, type: 'MessagePosted', body: JSON.stringify(message) };
    const place = await log.append(event);
    if (durable.push({ message, place }) === 1) process.nextTick(settle);
    reply.code(202).header('location', `/api/v1/conversations/${conversationId}/messages/${message.id}`);
    return toDto(message, null);
  });
});

io.on('connection', (socket) => {
  socket.on('SUBSCRIBE', (_: unknown, done: (answer: object) => void) => {
    void socket.join('conversations');
    done({});
  });
});

await listen(app);
