import { limits } from '../../../../catalogue/limits/limits.js';
import { DOMAIN, LANGUAGES, TENANT_NAME } from '../../../../catalogue/tenant.js';
import {
  BooleanField,
  ChoiceField,
  ObjectField,
  TextField,
  TextListField,
  TimestampField,
  UuidField,
} from '../../../../http/fields/fields.js';
import type { Patch } from '../../../../kernel/patch.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { type SignInWays, signInWaysOf, type Tenant } from '../domain/tenant.resource.js';

const description = {
  name: 'Name of the tenant, shown to clients: letters, digits and spaces.',
  paused: 'True while the workflows of the tenant are paused. Events during the pause never trigger a workflow.',
  failed: 'Message template of kind TEXT for the e-mail to the owners when a run of a workflow fails.',
  userinfo:
    'URL of the userinfo endpoint that verifies access tokens at a token exchange, http or https. Private network addresses are not allowed.',
  audience:
    'Client id that access tokens of a token exchange must be issued to, if the userinfo endpoint or introspection names it. Default: those of the OIDC configs at the host of the userinfo endpoint.',
  trust:
    'True if e-mail addresses of the userinfo endpoint count as verified where it sends no `email_verified`. Default: false.',
  signIn:
    'Sign-in methods of users. Without passwords, an owner must have a passkey, or the tenant an OIDC config or userinfo endpoint. Existing sessions continue.',
  domains:
    'E-mail domains, in lower case. The first sign-in of a user through an identity provider creates the user. An e-mail address matches its exact domain.',
};

const isDomain = (text: string) => text.length <= limits.domain && DOMAIN.test(text);

class PatchSignInDto {
  @BooleanField({ description: 'Password. Default: true, in a merge patch unchanged.', optional: true })
  password?: boolean;

  @BooleanField({ description: 'Passkeys. Default: true, in a merge patch unchanged.', optional: true })
  passkey?: boolean;

  @BooleanField({
    description: 'OIDC configs and token exchange. Default: true, in a merge patch unchanged.',
    optional: true,
  })
  sso?: boolean;
}

class SignInDto {
  @BooleanField({ description: 'True if users sign in with a password.' })
  password!: boolean;

  @BooleanField({ description: 'True if users sign in with passkeys.' })
  passkey!: boolean;

  @BooleanField({ description: 'True if users sign in with OIDC configs and token exchange.' })
  sso!: boolean;
}

export class PatchTenantDto {
  @TextField({
    description: `${description.name} Default: unchanged.`,
    ...limits.tenantName,
    pattern: TENANT_NAME,
    optional: true,
  })
  name?: string;

  @TextField({ description: `${description.userinfo} Default: unchanged.`, max: limits.url, optional: 'clearable' })
  token_exchange_userinfo_url?: string | null;

  @TextField({ description: description.audience, max: limits.oidcClientId, optional: 'clearable' })
  token_exchange_audience?: string | null;

  @BooleanField({ description: description.trust, optional: true })
  token_exchange_trust_email?: boolean;

  @ObjectField({ description: `${description.signIn} Default: unchanged.`, of: PatchSignInDto, optional: true })
  sign_in?: PatchSignInDto;

  @TextListField({
    description: `${description.domains} Default: unchanged.`,
    max: limits.provisioningDomains,
    valid: isDomain,
    optional: 'clearable',
    example: ['acme.example'],
  })
  user_auto_provisioning_domains?: string[] | null;

  @BooleanField({ description: `${description.paused} Default: unchanged.`, optional: true })
  workflows_paused?: boolean;

  @TextField({
    description: `${description.failed} Null: \`system_workflow_failed\`. Default: unchanged.`,
    max: limits.sourceId,
    optional: 'clearable',
    example: 'our_workflow_failed',
  })
  workflow_failed_template?: string | null;
}

export class TenantDto {
  @UuidField({ description: 'Id of the tenant.' })
  id!: string;

  @TextField({ description: description.name, ...limits.tenantName })
  name!: string;

  @ChoiceField({ description: 'Preferred language of the tenant.', of: LANGUAGES })
  preferred_language!: (typeof LANGUAGES)[number];

  @TextField({
    description: 'Domain of the main app: the custom domain when it is verified, else the system domain.',
    max: limits.hostname,
    example: 'acme.tidings.example',
  })
  domain!: string;

  @BooleanField({ description: 'True if API keys of the tenant can sign up other tenants.' })
  tenant_creation_allowed!: boolean;

  @TextField({ description: description.userinfo, max: limits.url, optional: true })
  token_exchange_userinfo_url?: string;

  @TextField({ description: description.audience, max: limits.oidcClientId, optional: true })
  token_exchange_audience?: string;

  @BooleanField({ description: description.trust })
  token_exchange_trust_email!: boolean;

  @ObjectField({ description: description.signIn, of: SignInDto })
  sign_in!: SignInDto;

  @TextListField({ description: description.domains, max: limits.provisioningDomains })
  user_auto_provisioning_domains!: string[];

  @BooleanField({ description: description.paused })
  workflows_paused!: boolean;

  @TextField({ description: description.failed, max: limits.sourceId, optional: true, example: 'our_workflow_failed' })
  workflow_failed_template?: string;

  @TimestampField({
    description: 'Time at which the service erases the demo tenant. Absent from every other tenant.',
    optional: true,
  })
  demo_until?: string;

  @TimestampField({ description: 'Time of creation.' })
  created_at!: string;

  @TimestampField({ description: 'Time of the last change.' })
  updated_at!: string;
}

const inLowerCase = (domains: readonly string[]) => [...new Set(domains.map((domain) => domain.toLowerCase()))];

export function toTenantPatch(body: PatchTenantDto): Patch<Tenant> {
  const { name, token_exchange_userinfo_url: url, user_auto_provisioning_domains: domains, workflows_paused } = body;
  const { workflow_failed_template: template, token_exchange_audience: audience } = body;
  const { token_exchange_trust_email: trust } = body;
  return {
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { tokenExchangeUserinfoUrl: url }),
    ...(audience === undefined ? {} : { tokenExchangeAudience: audience }),
    ...(trust === undefined ? {} : { tokenExchangeTrustsEmail: trust || null }),
    ...(domains === undefined ? {} : { userAutoProvisioningDomains: domains?.length ? inLowerCase(domains) : null }),
    ...(workflows_paused === undefined ? {} : { workflowsPaused: workflows_paused || null }),
    ...(template === undefined ? {} : { workflowFailedTemplate: template }),
  };
}

/** The ways that a patch leaves on; null: all. `present`: those that a merge patch changes. */
export function toSignIn({ sign_in: wanted }: PatchTenantDto, present?: SignInWays): SignInWays | null | undefined {
  if (wanted === undefined) return undefined;
  const {
    password = present?.password ?? true,
    passkey = present?.passkey ?? true,
    sso = present?.sso ?? true,
  } = wanted;
  return password && passkey && sso ? null : { password, passkey, sso };
}

interface DeploymentFacts {
  readonly domain: string;
  readonly tenantCreationAllowed: boolean;
}

export const toTenantDto = (
  { id, value, createdAt, updatedAt }: ResourceRecord<Tenant>,
  { domain, tenantCreationAllowed }: DeploymentFacts,
): TenantDto => ({
  id,
  name: value.name,
  preferred_language: value.preferredLanguage,
  domain,
  tenant_creation_allowed: tenantCreationAllowed,
  ...(value.tokenExchangeUserinfoUrl === undefined
    ? {}
    : { token_exchange_userinfo_url: value.tokenExchangeUserinfoUrl }),
  ...(value.tokenExchangeAudience === undefined ? {} : { token_exchange_audience: value.tokenExchangeAudience }),
  token_exchange_trust_email: value.tokenExchangeTrustsEmail === true,
  sign_in: { ...signInWaysOf(value) },
  user_auto_provisioning_domains: [...(value.userAutoProvisioningDomains ?? [])],
  workflows_paused: value.workflowsPaused === true,
  ...(value.workflowFailedTemplate === undefined ? {} : { workflow_failed_template: value.workflowFailedTemplate }),
  ...(value.demo === undefined ? {} : { demo_until: value.demo.until }),
  created_at: createdAt,
  updated_at: updatedAt,
});
