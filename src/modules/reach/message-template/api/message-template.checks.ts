import type { Type } from '@nestjs/common';
import { checkedBody } from '../../../../http/fields/payload.js';
import { Rejection } from '../../../../kernel/rejection.js';
import { templateErrors } from '../domain/message-template.validation.js';

/** @throws Rejection 400 that names every faulty field and every contradiction between fields */
export function checkedTemplate<T extends object>(dto: Type<T>, body: unknown): T {
  const together = templateErrors(body);
  try {
    const checked = checkedBody(dto, body);
    if (together.length === 0) return checked;
  } catch (error) {
    if (!(error instanceof Rejection) || together.length === 0) throw error;
    const named = new Set(error.fieldErrors.map(({ path }) => path));
    throw new Rejection(error.code, [...error.fieldErrors, ...together.filter(({ path }) => !named.has(path))]);
  }
  throw new Rejection('errors.validation.failed', together);
}
