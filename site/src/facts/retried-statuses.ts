/** HTTP statuses after which a client sends a request again, with the reason. A POST keeps its `Idempotency-Key`. */
export const retriedStatuses = {
  408: 'The request did not arrive in time.',
  429: 'There were too many requests. `Retry-After` has the seconds to wait.',
  500: 'The service failed.',
  502: 'A proxy got no response from the service.',
  503: 'The service cannot take the request now. `Retry-After` has the seconds to wait.',
  504: 'A proxy got no response in time.',
} as const;
