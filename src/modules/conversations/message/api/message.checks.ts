import { Body } from '@nestjs/common';
import { checkedBody } from '../../../../http/fields/payload.js';
import { type FieldError, Rejection } from '../../../../kernel/rejection.js';
import { MESSAGE_KINDS } from '../domain/message.events.js';
import { PostMessageDto } from './message.dto.js';

type Field = keyof PostMessageDto;

const NO_PLACE = ['location', 'formatted_address'] as const satisfies readonly Field[];

/** Fields that each kind of message requires and refuses. */
const RULES: Readonly<Record<PostMessageDto['kind'], { needs?: Field; refuses: readonly Field[] }>> = {
  TEXT: { needs: 'text', refuses: NO_PLACE },
  LOCATION: { needs: 'location', refuses: [] },
  IMAGE: { refuses: NO_PLACE },
  VIDEO: { refuses: NO_PLACE },
  AUDIO: { refuses: NO_PLACE },
  REQUEST_LOCATION: { needs: 'text', refuses: NO_PLACE },
};

function faultsOfKind(body: unknown): readonly FieldError[] {
  if (typeof body !== 'object' || body === null) return [];
  const sent = body as Partial<Record<Field, unknown>>;
  const kind = MESSAGE_KINDS.find((each) => each === sent.kind);
  if (kind === undefined) return [];
  const { needs, refuses } = RULES[kind];
  const isMissing = needs !== undefined && sent[needs] === undefined;
  const found: FieldError[] = isMissing ? [{ path: needs, code: 'errors.field.required' }] : [];
  for (const path of refuses) if (sent[path] !== undefined) found.push({ path, code: 'errors.field.refused' });
  return found;
}

/** @throws Rejection 400 that names every faulty field and every field that does not match the kind */
function checkedMessage(body: unknown): PostMessageDto {
  const ofKind = faultsOfKind(body);
  try {
    const checked = checkedBody(PostMessageDto, body);
    if (ofKind.length === 0) return checked;
  } catch (error) {
    if (!(error instanceof Rejection) || ofKind.length === 0) throw error;
    const unsaid = ofKind.filter(({ path }) => !error.fieldErrors.some((fault) => fault.path === path));
    throw new Rejection(error.code, [...error.fieldErrors, ...unsaid]);
  }
  throw new Rejection('errors.validation.failed', ofKind);
}

export const MessagePayload: ParameterDecorator = Body({ transform: checkedMessage });
