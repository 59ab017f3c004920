import { retriedStatuses } from '../../../catalogue/error-texts/retries.js';
import { limits } from '../../../catalogue/limits/limits.js';
import { RATE_BURST, rateLimits } from '../../../catalogue/rates.js';

const retried = Object.entries(retriedStatuses).map(([status, reason]) => `- ${status}: ${reason}`);

const grouped = (count: number) => count.toLocaleString('en');

/** The description of the whole API, in Markdown. */
export const about = `Tidings is a multi-tenant service for conversations between the users of a tenant and its clients.
It offers a REST API, sockets and webhooks.
Paths are below \`/api/v1\`.

## Requests

Bodies are JSON in UTF-8, except the form of the token call.
Property names are snake_case.
Timestamps are RFC 3339 in UTC with milliseconds.
Lengths count Unicode code points.
A number must fit a double, and an integer must be exact in it. Send larger numbers as strings.
Names and labels are one line of text in Unicode NFC. They and other texts need a visible character.
A call rejects properties and query parameters that it does not define.
In a \`PATCH\`, \`null\` removes an optional property. Elsewhere \`null\` is rejected.
A \`PATCH\` as \`application/json\` replaces each property as a whole.
As \`application/merge-patch+json\` (RFC 7396) it merges objects such as \`conversation_data\`, and \`null\` in them removes a property.
Responses leave out optional properties without a value.

## Errors

Every error response has the schema \`ErrorResponse\` and a code of the error catalogue.
Codes are stable: compare \`code\`, never \`message\`.
\`errors\` names each wrong field by its \`path\`.
\`Accept-Language: de\` gives messages in German.
The reference lists the codes of each call.
An unknown path gets 404, an unknown method 405 with the header \`Allow\`.
A request that is not whole HTTP gets 400, 408 or 431.
A defect of the service gives 500 with the code \`errors.internal\`.

## Idempotency

Send an \`Idempotency-Key\` with each \`POST\` that changes something, and the same key with each retry.
For 24 hours a request with the same key and body gets the first response, with \`Idempotent-Replayed: true\`.
The same key with another body is 422. While the first request runs, a repeated request is 409.
Error responses are not kept, so a retry after an error is a new attempt.
\`PUT\`, \`PATCH\` and \`DELETE\` can be repeated without a key.

## Retries

Send a request again after these statuses, a \`POST\` with the same \`Idempotency-Key\`:

${retried.join('\n')}

Also repeat a request after 409 with the code \`errors.idempotency.in_progress\`.
Send a call for a token again only after 429, because its grant may be spent.
\`x-retries\` of \`info\` has the statuses and all codes that pass.

## Concurrent changes

Responses with a single resource have an \`ETag\`.
Send it as \`If-Match\` to change the resource only if its revision is unchanged. Otherwise the call returns 412.
Weak tags, and tags to which a proxy appended an encoding, are accepted.
Send \`If-None-Match: *\` with a \`PUT\` to create the resource only if it does not exist. Otherwise the call returns 412.
Send it as \`If-None-Match\` to get 304 instead of an unchanged response.

## Positions

Each write returns its place in the event log, in the header \`Tidings-Position\`.
A read that sends this header back never returns older data.
It waits up to ${limits.caughtUpMs / 1_000} seconds for the data and then returns 503 with \`Retry-After\`.
Frames of sockets and payloads of webhooks have the same \`position\`.
Store the last position to resume a socket or the event feed without a gap.
Positions are opaque: send them back unchanged.

## Pages

Lists return \`has_more\`, \`total_elements\` and \`limit\`, with \`offset\` or \`last_sequence\`.
Send \`next_cursor\` as \`cursor\` to get the next page. It is absent on the last page.
Pages by cursor neither repeat nor skip items while others write.
A cursor is valid only with the filters and the order of its list.
A filter that is left out selects everything.

## Rate limits

Limits hold for each tenant (${grouped(rateLimits.tenant)} requests a minute) and each credential (${grouped(rateLimits.credential)}).
At most ${grouped(RATE_BURST)} requests are allowed at the same time.
Calls without credentials are limited by client address. A deployment can set other limits.
\`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` show the limit with the least room.
Over a limit, calls return 429 with \`Retry-After\` in seconds.`;
