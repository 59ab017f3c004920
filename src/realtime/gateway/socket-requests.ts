import type { Type } from '@nestjs/common';
import { SOCKET_REQUEST_TYPES, type SocketRequestType } from '../../catalogue/socket-types.js';
import { ChoiceField, TextField } from '../../http/fields/fields.js';
import { checkedBody } from '../../http/fields/payload.js';
import { Rejection, rejectAt } from '../../kernel/rejection.js';

const ADDRESS = {
  description: 'Address of the subscription: `conversations` or `conversations/{id}`.',
  max: 100,
  example: 'conversations',
};

export class PingDto {
  @ChoiceField({ description: 'Message type, equal to the name of the socket event.', of: ['PING'], optional: true })
  type?: string;
}

export class SubscribeDto {
  @ChoiceField({
    description: 'Message type, equal to the name of the socket event.',
    of: ['SUBSCRIBE'],
    optional: true,
  })
  type?: string;

  @TextField(ADDRESS)
  address!: string;

  @TextField({
    description: 'Position of the last frame received. Frames after it are sent first. Default: live frames only.',
    max: 100,
    optional: true,
  })
  after?: string;
}

export class UnsubscribeDto {
  @ChoiceField({
    description: 'Message type, equal to the name of the socket event.',
    of: ['UNSUBSCRIBE'],
    optional: true,
  })
  type?: string;

  @TextField(ADDRESS)
  address!: string;
}

export class AuthenticateDto {
  @ChoiceField({
    description: 'Message type, equal to the name of the socket event.',
    of: ['AUTHENTICATE'],
    optional: true,
  })
  type?: string;

  @TextField({ description: 'New access token of the same tenant and subject.', max: 8192 })
  token!: string;
}

const MOST_FAULTS = 20;

const isPlain = (payload: unknown) => Object.getPrototypeOf(payload ?? 0) === Object.prototype;

export const isRequest = (type: unknown): type is SocketRequestType =>
  (SOCKET_REQUEST_TYPES as readonly unknown[]).includes(type);

/** Validates the single payload of a request. @throws Rejection 400 with the path */
export function readRequest<T extends object>(dto: Type<T>, payloads: readonly unknown[]): T {
  const [payload] = payloads;
  if (payloads.length > 1 || (payload !== undefined && !isPlain(payload))) {
    return rejectAt('', 'errors.field.type', { type: 'object' });
  }
  try {
    return checkedBody(dto, payload);
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    throw new Rejection(error.code, error.fieldErrors.slice(0, MOST_FAULTS), error.details);
  }
}
