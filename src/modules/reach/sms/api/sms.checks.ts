import { type FieldError, Rejection } from '../../../../kernel/rejection.js';
import type { ReplaceSmsSettingsDto } from './sms.dto.js';

type Field = keyof ReplaceSmsSettingsDto;

const FIRST = ['username', 'auth_token', 'phone_number'] as const satisfies readonly Field[];
const SECOND = ['account_sid', 'account_auth_token'] as const satisfies readonly Field[];
const SECOND_ALONE = [...SECOND, 'message_service_sid'] as const satisfies readonly Field[];

/** One variant, whole, and nothing of the other (contract 8). @throws Rejection 400 */
export function ofOneVariant(body: ReplaceSmsSettingsDto): void {
  const isGiven = (field: Field) => body[field] !== undefined;
  const isFirst = isGiven('username') || isGiven('auth_token');
  const isSecond = SECOND_ALONE.some(isGiven);
  const found = isFirst && isSecond ? mixed(isGiven) : missing(isGiven, isSecond);
  if (found.length > 0) throw new Rejection('errors.validation.failed', found);
}

const required = (path: string): FieldError => ({ path, code: 'errors.field.required' });

function mixed(isGiven: (field: Field) => boolean): readonly FieldError[] {
  const other = isGiven('username') ? 'username' : 'auth_token';
  return SECOND_ALONE.filter(isGiven).map((path) => ({ path, code: 'errors.field.together', details: { other } }));
}

function missing(isGiven: (field: Field) => boolean, isSecond: boolean): readonly FieldError[] {
  const absent = (isSecond ? SECOND : FIRST).filter((field) => !isGiven(field)).map(required);
  if (!isSecond) return absent;
  const [service, phone] = [isGiven('message_service_sid'), isGiven('phone_number')];
  if (service && phone) {
    const details = { other: 'message_service_sid' };
    return [...absent, { path: 'phone_number', code: 'errors.field.together', details }];
  }
  return service || phone ? absent : [...absent, required('phone_number')];
}
