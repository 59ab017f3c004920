interface ClientData {
  readonly challenge?: unknown;
  readonly crossOrigin?: unknown;
}

/**
 * The challenge in the client data of a response (WebAuthn 5.8.1). undefined: the client data cannot be read, or a page
 * of another origin showed the prompt in a frame.
 */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8');
    const { challenge, crossOrigin = false } = JSON.parse(text) as ClientData;
    return typeof challenge === 'string' && crossOrigin === false ? challenge : undefined;
  } catch {
    return undefined;
  }
}
