import { webauthnPath } from '../../test/fixtures/passkeys.js';
import { PASSWORD } from '../../test/fixtures/tokens.js';
import type { Benchmark } from '../benchmark.js';
import { HttpConnection, request } from '../http-connection.js';
import { newProduct, type Product } from '../product.js';
import { median } from '../rounds.js';
import { ms, type Row, times } from '../table.js';
import { seededRandom } from '../words.js';

const ADDRESSES = 50;
const WARM_UP = 20;
const SAMPLES = 400;
const MANY_SAMPLES = 1_000;
const MOST = 0.05;

type Kind = 'known' | 'unknown';
type Ask = (email: string) => Buffer;

/** The calls that take an e-mail address and no credential, with the status of each. */
function callsOf(tenantId: string): Readonly<Record<string, readonly [Ask, number]>> {
  const post = (path: string, body: object) => request({ method: 'POST', path: `/api/v1${path}`, body });
  const signIn = (username: string) => ({ grant_type: 'password', username, password: 'a quiet green sea' });
  return {
    'sign-in with a wrong password': [
      (email) => request({ method: 'POST', path: `/api/v1/auth/${tenantId}/oauth2/token`, form: signIn(email) }),
      400,
    ],
    'request for a reset link': [(email) => post(`/auth/${tenantId}/password-reset`, { email }), 204],
    'wrong token of a reset link': [
      (email) => post(`/auth/${tenantId}/password-reset/set`, { email, password: PASSWORD, token: 'tdp_wrong' }),
      400,
    ],
    'ways to sign in': [
      (email) => request({ method: 'GET', path: `/api/v1/auth/${tenantId}/options?email=${email}` }),
      200,
    ],
    'passkey options': [(email) => post(webauthnPath(tenantId, 'authentication/options'), { email }), 200],
  };
}

const addresses = (name: string) => Array.from({ length: ADDRESSES }, (_, n) => `${name}-${n}@acme.example`);

async function createUsers({ tenant }: Product, emails: readonly string[]): Promise<void> {
  for (const email of emails) await tenant.owner.mustCall('POST', '/users', { email, password: PASSWORD });
}

/** Milliseconds of a request for each address, one after the other. Either kind comes first by chance. */
async function measured(
  connection: HttpConnection,
  [ask, expected]: readonly [Ask, number],
  emails: Readonly<Record<Kind, readonly string[]>>,
  samples: number,
): Promise<Record<Kind, number[]>> {
  const taken: Record<Kind, number[]> = { known: [], unknown: [] };
  const random = seededRandom(1);
  for (let n = -WARM_UP; n < samples; n++) {
    const order: readonly Kind[] = random() < 0.5 ? ['known', 'unknown'] : ['unknown', 'known'];
    for (const kind of order) {
      const bytes = ask(emails[kind][(n + WARM_UP) % ADDRESSES] ?? '');
      const begun = performance.now();
      const { status } = await connection.ask(bytes);
      const took = performance.now() - begun;
      if (status !== expected) throw new Error(`${kind}: ${status} instead of ${expected}`);
      if (n >= 0) taken[kind].push(took);
    }
  }
  return taken;
}

/** Median times of an address with a user and of one without, which must not differ. */
export const enumeration: Benchmark = async ({ full }) => {
  const product = await newProduct({ env: { RATE_LIMITS: 'off' } });
  const emails = { known: addresses('known'), unknown: addresses('nobody') };
  await createUsers(product, emails.known);
  const connection = await HttpConnection.open(product.child.port);
  const rows: Row[] = [];
  for (const [what, call] of Object.entries(callsOf(product.tenant.tenantId))) {
    const taken = await measured(connection, call, emails, full ? MANY_SAMPLES : SAMPLES);
    const [unknown, known] = [median(taken.unknown), median(taken.known)];
    rows.push({
      benchmark: 'enumeration',
      what: `${what}: a user against nobody`,
      baseline: ms(unknown),
      product: ms(known),
      ratio: times(known / unknown),
      bound: `within ${MOST * 100} %`,
      reached: Math.abs(known / unknown - 1) <= MOST,
    });
  }
  connection.close();
  await product.child.stop();
  return rows;
};
