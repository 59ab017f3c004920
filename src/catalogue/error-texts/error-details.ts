import type { RejectionCode } from '../errors/rejections.js';

/** An example of `details`, for codes that have them. Each response has some or all of its members. */
export const errorDetails: Readonly<Partial<Record<RejectionCode, object>>> = {
  'errors.conversation.locked': {
    locked_by: '0198f0c4-6a2b-7c1d-9e4f-000000000002',
    lock_expires_at: '2026-03-02T09:15:00.000Z',
  },
  'errors.conversation_type.in_use': { conversations: 12, workflows: 2 },
  'errors.conversation_type.schema_breaks': { conversations: 2, first: ['case-1', 'case-7'] },
  'errors.conversation_type.check_unfinished': { checked: 12_000 },
  'errors.message_template.in_use': {
    conversation_types: ['support'],
    workflows: ['0198f0c4-6a2b-7c1d-9e4f-000000000003'],
    tenants: ['0198f0c4-6a2b-7c1d-9e4f-000000000001'],
  },
  'errors.content_type.unsupported': { accepted: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] },
  'errors.auth.reauthenticate': { max_age: 900 },
  'errors.workflow.too_many': { max: 100 },
  'errors.oidc_config.too_many': { max: 50 },
  'errors.answer.too_large': { max: 33_554_432 },
  'errors.rate_limited': { limit: 600, retry_after: 12 },
  'errors.service.starting': { percent: 42 },
  'errors.store.unavailable': { retry_after: 1 },
  'errors.audit.not_sealed_yet': { retry_after: 10 },
  'errors.geocoder.unavailable': { retry_after: 5 },
  'errors.identity_provider.unavailable': { retry_after: 5 },
};
