import { Inject, Injectable } from '@nestjs/common';
import { reject } from '../../../../kernel/rejection.js';
import { ProviderCalls } from './provider-calls.service.js';
import type { ProviderClaims } from './vouched.js';

/** RFC 6750 2.1. Nothing else fits into a header. */
const BEARER = /^[A-Za-z0-9._~+/-]+=*$/;

/** The userinfo endpoint of a tenant, which says whose an access token is (contract 12). */
@Injectable()
export class Userinfo {
  constructor(@Inject(ProviderCalls) private readonly calls: ProviderCalls) {}

  /** @throws Rejection `errors.grant.invalid`, `errors.identity_provider.unavailable` */
  async of(tenantId: string, url: string, accessToken: string): Promise<ProviderClaims> {
    if (!BEARER.test(accessToken)) return reject('errors.grant.invalid');
    const headers = { authorization: `Bearer ${accessToken}` };
    const { status, body } = await this.calls.run(tenantId, (call) => call({ url, method: 'GET', headers }));
    if (status >= 400) return reject('errors.grant.invalid');
    return claimsIn(body) ?? this.calls.unavailable(tenantId, 'not_json');
  }
}

function claimsIn(text: string): ProviderClaims | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
