/** Parts of engine.io's connection that show how many bytes wait to be written. */
interface EngineConnection {
  readonly writeBuffer?: readonly { readonly data?: unknown }[];
  readonly transport?: { readonly socket?: { readonly bufferedAmount?: number } };
}

const sizeOf = (data: unknown): number => (typeof data === 'string' || data instanceof Uint8Array ? data.length : 0);

/** Bytes that were handed to a connection and not yet to the network. */
export function bufferedBytes(connection: object): number {
  const { writeBuffer = [], transport } = connection as EngineConnection;
  let bytes = transport?.socket?.bufferedAmount ?? 0;
  for (const { data } of writeBuffer) bytes += sizeOf(data);
  return bytes;
}
