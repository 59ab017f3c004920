/** Claims of a provider about a person (OpenID Connect Core 5.1), not checked yet. */
export type ProviderClaims = Readonly<Record<string, unknown>>;

/** The statement of a provider of the tenant about a person. */
export interface Vouched {
  readonly claims: ProviderClaims;
  /** Names the provider; subjects are unique in it. */
  readonly issuer: string;
  /** An address counts as verified where the provider does not say. */
  readonly trustsEmail: boolean;
}
