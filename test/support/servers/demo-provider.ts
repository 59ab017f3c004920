import { anOidcProvider, CLIENT } from './oidc-provider.js';

/** `npm run demo:provider`: an OIDC provider on this machine, for the sign-in in docs/oidc.md. Everybody may sign in. */
const { PORT = '4000', CALLBACK = 'http://127.0.0.1:3000/callback' } = process.env;
const { issuer } = await anOidcProvider([CALLBACK], Number(PORT));
process.stdout.write(
  `The provider listens at ${issuer}. It knows the client "${CLIENT.client_id}" with the secret "${CLIENT.client_secret}" and sends codes to ${CALLBACK}.\n`,
);
