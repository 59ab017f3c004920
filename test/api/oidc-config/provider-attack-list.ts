import { type Attacks, type Named, named } from '../permissions/tried-by.js';

const exchange = (...titles: readonly string[]): readonly Named[] =>
  named('test/api/auth/userinfo-endpoint.spec.ts', ...titles);
const provisioned = (...titles: readonly string[]): readonly Named[] =>
  named('test/api/auth/userinfo-sign-in.spec.ts', ...titles);
const oidc = (...titles: readonly string[]): readonly Named[] =>
  named('test/api/oidc-config/oidc-attacks.spec.ts', ...titles);
const code = (...titles: readonly string[]): readonly Named[] =>
  named('test/api/oidc-config/oidc-sign-in.spec.ts', ...titles);
const outage = (...titles: readonly string[]): readonly Named[] =>
  named('test/api/oidc-config/oidc-outages.spec.ts', ...titles);
const redirect = (...titles: readonly string[]): readonly Named[] =>
  named('test/api/oidc-config/oidc-redirect-uris.spec.ts', ...titles);

/** Attacks on sign-ins through the identity provider of a tenant, and by one (RFC 8693, 9700; OpenID Connect Core). */
export const providerAttacks: Attacks = {
  // Token exchange with access tokens of the provider
  'an access token of the provider in another tenant': provisioned(
    'is none of another tenant, which has an endpoint of its own',
  ),
  'an access token of the provider of an unknown type': exchange('with another type of token names the types'),
  'an access token that splits the request to the provider': exchange('with the token %j asks nobody'),
  'an e-mail address that the provider did not verify': [
    ...exchange('an unverified address', 'an address unverified as text', 'an address verified by nothing known'),
    ...oidc('with an e-mail address that is unverified'),
    ...code('lets nobody in whose address is unverified or of another domain'),
  ],
  'an e-mail address of no type, or of the prototype': exchange(
    'no address',
    'a list of addresses',
    'an address of the prototype',
  ),
  'an e-mail address of another or a look-alike domain': provisioned(
    'x@evil-acme.example',
    'x@acme.example.evil.example',
    'x@sub.acme.example',
    'x@xn--acme-hva.example',
    '"x@acme.example"@evil.example',
    'of any domain is refused where the tenant lists none',
  ),
  'a role or tenant among the claims': provisioned(
    'creates the user with the names of the claims, in the role USER, without an invitation',
  ),
  'another subject with the e-mail address of a user': [
    ...provisioned('of another subject with the same e-mail address is of another person'),
    ...oidc('of another person is an invalid grant'),
  ],
  'the e-mail address of an owner': [
    ...provisioned('signs in no owner by the e-mail address alone'),
    ...named('test/api/oidc-config/oidc-sign-in.spec.ts', 'lets an invited user in, and no owner by the address alone'),
  ],
  'an access token of another client': named(
    'test/api/auth/token-audience.spec.ts',
    'of another client is refused where the userinfo endpoint tells it',
    'of another client is refused where introspection tells it',
  ),
  'the e-mail address of a deleted user': provisioned(
    'after a deletion makes another user, who is nobody that was there before',
  ),
  'many first sign-ins at once': provisioned('ten times at once creates one user, and all ten are in'),
  'a userinfo endpoint that redirects, hangs, is huge, HTML or broken': exchange(
    '500',
    'a redirect',
    'HTML',
    'too long',
    'endless',
    'cut off',
    'a token that is signed',
    'that waits for the endpoint, or for its turn, ends after ten seconds',
    'does not wait for the endpoint of another tenant, which hangs and is asked eight times at once',
  ),
  'a userinfo endpoint inside': exchange(
    'an endpoint in a private network is not reached, also when it was saved while that was allowed',
  ),
  'guessing of access tokens': exchange('sign-ins count by client address and tenant'),
  'an exchange without the type of what was issued': provisioned(
    'signs in the user of its e-mail address, by the answer of the userinfo endpoint',
  ),

  // Authorization codes
  'a code used twice': code('is good once', 'of ten at once signs in one'),
  'a code that is made up or of another sign-in': code(
    'another code',
    'that the app got from elsewhere than authorize is an invalid grant',
  ),
  'a code with another verifier, or none': [
    ...code('another verifier', 'without %s is an invalid request'),
    ...oidc('another verifier'),
  ],
  'a weak or plain code challenge': redirect(
    'takes no code challenge %j',
    'takes no other parameter, such as a plain challenge or an answer of a provider',
    'needs %s',
  ),
  'a code for another redirect URI': [
    ...code('another redirect URI', 'a redirect URI that is not of the tenant'),
    ...oidc('another redirect URI'),
  ],
  'a code in another tenant': [
    ...code('of another tenant at the same provider is an invalid grant'),
    ...oidc('leads nowhere in another tenant, though both are configured alike'),
  ],
  'a mix-up of two providers': [
    ...code('another provider of the tenant'),
    ...oidc('another provider of the tenant', 'of another provider at the same host', 'of another issuer'),
  ],
  'a code from before a change of the config': code(
    'begun before a %s is an invalid grant',
    'deletion, though the config is made again',
  ),
  'a redirect URI outside the tenant': redirect(
    'https://evil.example/callback',
    'https://other.tidings.example:8443/callback',
    'https://asked.acme.example/callback',
    'of a domain that the tenant has deleted is none',
  ),
  'a redirect URI in a deceptive spelling': redirect(
    'https://desk.acme.example@evil.example/callback',
    'https://desk.acme.example.evil.example/',
    'https://desk.acme.example/a/../callback',
    'https://desk。acme.example/callback',
    'javascript:alert(1)',
  ),
  'guessing of codes': redirect('counts by client address and tenant'),

  // Providers
  'a discovered issuer that differs': outage('of another issuer', 'of a longer issuer', 'without an issuer'),
  'discovery that leads inside': outage(
    'lead to nothing inside by %s',
    'with a file as keys',
    'with a password in a URL',
    'that sends the browser to a script',
  ),
  'a provider that redirects, is huge, HTML or broken': outage(
    'that answers %s is 503',
    'a redirect',
    'a gigabyte',
    'HTML',
    'no text at all',
    'with members of a strange shape and depth break nothing',
  ),
  'a provider that hangs': outage('a provider that hangs is given up after ten seconds, and delays no other tenant'),
  'keys of a provider that are away, rotated or removed': [
    ...outage('without keys'),
    ...oidc('keys of a provider that rotates them verify at once, and no more once they are removed'),
  ],
  'an id_token with alg none': oidc('with alg none', 'with alg NONE and a key id', 'with RS256 and no signature'),
  'an id_token with another algorithm': oidc('the client secret', 'the public key'),
  'an id_token for another audience or party': oidc(
    'for another audience',
    'for us and others, issued to another',
    'for us and others, issued to nobody',
  ),
  'an id_token with another nonce, or none': oidc('with another nonce', 'without a nonce'),
  'an id_token out of its time': oidc('that has expired', 'that never expires', 'that is not valid yet'),
  'an id_token with another key or other claims': oidc(
    'by an unknown key',
    'signed by the key in its own header',
    'with other claims than were signed',
    'with an extension that must be understood',
  ),
  'the client secret to another provider': [
    ...named(
      'test/api/oidc-config/oidc-configs.spec.ts',
      'with another authority need the secret again, which never goes to another provider',
    ),
    ...oidc('is told the client by basic authentication, the code and the verifier, and follows no redirect'),
  ],
};
