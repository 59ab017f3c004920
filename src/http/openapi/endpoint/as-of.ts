import { RequestContext } from '../../request/request-context.js';

/** Query parameter of the moment. */
export const AT = 'at';

export const AS_OF = {
  name: AT,
  required: false,
  description:
    'Position or RFC 3339 time, inclusive. The response is as of that time, without content that was deleted or erased since. A client gets 403. Default: now.',
  schema: { type: 'string', minLength: 1, maxLength: 40 },
} as const;

type Handler = (this: unknown, ...given: unknown[]) => unknown;

const isContext = (given: unknown): given is RequestContext => given instanceof RequestContext;

/** The handler of a request with a moment reads everything as of that moment. */
export const answersAsOf: MethodDecorator = (_target, _name, descriptor) => {
  const answer = descriptor.value as Handler;
  const asOf: Handler = function (...given) {
    const handle = () => answer.apply(this, given);
    const context = given.find(isContext);
    return context ? context.answering(handle) : handle();
  };
  descriptor.value = asOf as never;
};
