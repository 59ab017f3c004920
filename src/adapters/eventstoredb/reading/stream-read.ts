import type { Readable } from 'node:stream';
import type { KurrentDBClient } from '@kurrent/kurrentdb-client';
import { convertToCommandError } from '@kurrent/kurrentdb-client/dist/utils/CommandError.js';
import shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js';
import services from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_grpc_pb.js';
import streams from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import type { ReadOptions, Stored } from '../../../ports/stores/event-store.js';
import { type Namespace, toPosition } from './records.js';

type Service = InstanceType<typeof services.StreamsClient>;
type Answers = Readable & AsyncIterable<InstanceType<typeof streams.ReadResp>> & { cancel(): void };

/** Members of the client that it uses for its own calls. */
interface Caller {
  GRPCStreamCreator(
    service: typeof services.StreamsClient,
    name: string,
    create: (service: Service) => Answers,
  ): () => Promise<Answers>;
  callArguments(call: { requiresLeader: boolean }, options: { deadline: number }): [metadata: never, options: never];
}

const { ReadReq, ReadResp } = streams;
const { Options } = ReadReq;

/**
 * Events of a stream as the client appends and subscribes; none where the stream does not exist. Its own reads use a
 * native bridge, whose connection delays each request by up to 45 ms (Nagle's algorithm).
 */
export async function* eventsOf(
  client: KurrentDBClient,
  namespace: Namespace,
  stream: string,
  options: ReadOptions,
): AsyncGenerator<Stored> {
  const caller = client as unknown as Caller;
  const request = requestOf(namespace.prefix + stream, options);
  const open = caller.GRPCStreamCreator(services.StreamsClient, 'readStream', (service) =>
    service.read(request, ...caller.callArguments({ requiresLeader: true }, { deadline: Number.POSITIVE_INFINITY })),
  );
  try {
    const answers = await open();
    answers.on('error', () => {});
    try {
      for await (const answer of answers) {
        const event = answer.getEvent()?.getEvent();
        if (event) yield stored(event, namespace);
      }
    } finally {
      answers.cancel();
    }
  } catch (error) {
    throw convertToCommandError(error as Error);
  }
}

function requestOf(name: string, { from, backwards = false, limit }: ReadOptions): InstanceType<typeof ReadReq> {
  const { Empty, StreamIdentifier } = shared;
  const place = new Options.StreamOptions().setStreamIdentifier(
    new StreamIdentifier().setStreamName(Buffer.from(name, 'utf8')),
  );
  if (from !== undefined) place.setRevision(String(from - 1));
  else if (backwards) place.setEnd(new Empty());
  else place.setStart(new Empty());
  const { FORWARDS, BACKWARDS } = Options.ReadDirection;
  const options = new Options()
    .setStream(place)
    .setReadDirection(backwards ? BACKWARDS : FORWARDS)
    .setResolveLinks(false)
    .setCount(String(limit))
    .setNoFilter(new Empty())
    .setUuidOption(new Options.UUIDOption().setString(new Empty()));
  return new ReadReq().setOptions(options);
}

type Recorded = InstanceType<typeof ReadResp.ReadEvent.RecordedEvent>;

/** The body is the text that was appended, so nothing is parsed. */
const stored = (event: Recorded, { prefix }: Namespace): Stored => ({
  stream: Buffer.from(event.getStreamIdentifier()?.getStreamName_asU8() ?? [])
    .toString('utf8')
    .slice(prefix.length),
  version: Number(event.getStreamRevision()) + 1,
  position: toPosition(BigInt(event.getCommitPosition())),
  id: event.getId()?.getString() ?? '',
  type: event.getMetadataMap().get('type') ?? '',
  body: Buffer.from(event.getData_asU8()).toString('utf8'),
});
