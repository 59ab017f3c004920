import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { DAY, plus } from '../../kernel/instant.js';
import type { LogSigner } from '../../ports/identity/log-signer.js';
import type { Clock } from '../../ports/process/clock.js';
import { type KeyFiles, keyFilesIn, keyNamesIn, nowhere, type SigningKey } from './key-files.js';
import { masterKeyIn } from './master-key.js';
import { signedNote } from './notes/signed-note.js';
import { readVerifierKey, verifierKey, verifierKeyLine } from './notes/verifier-key.js';
import { readIfThere } from './private-file.js';

const SIGNS_DAYS = 365;
const folderOf = (dataDir: string) => join(dataDir, 'keys');
const PREFIX = 'log-';

export interface LogSignerOptions {
  readonly dataDir: string;
  readonly masterKey: Buffer | undefined;
  /** Name of the keys; undefined: that of the kept keys, else `defaultName`. */
  readonly name: string | undefined;
  readonly defaultName: string;
  readonly clock: Pick<Clock, 'now'>;
}

/** Ed25519 keys in the data folder. A key signs for a year. Those that sign no more are kept, so that old notes verify. */
export class FileLogSigner implements LogSigner {
  readonly name: string;
  private readonly files: KeyFiles;
  private readonly clock: Pick<Clock, 'now'>;
  /** The newest first. */
  private known: readonly SigningKey[];

  /** @throws Error when the kept keys have another name, or the master key is another */
  constructor({ dataDir, masterKey, name, defaultName, clock }: LogSignerOptions) {
    this.files =
      dataDir === ':memory:' ? nowhere : keyFilesIn(folderOf(dataDir), masterKeyIn(dataDir, masterKey), PREFIX);
    this.clock = clock;
    this.known = newestFirst(this.files.all());
    const kept = readVerifierKey(this.known[0]?.verifier ?? '')?.name;
    if (kept !== undefined && name !== undefined && name !== kept) {
      throw new Error(`The log is signed as ${kept}, which a later start cannot change. Set LOG_ORIGIN=${kept}.`);
    }
    this.name = kept ?? name ?? defaultName;
    this.signing();
  }

  /** Another process may sign with a key that this one has not seen. */
  get keys(): readonly string[] {
    this.signing();
    return this.known.flatMap(({ verifier }) => verifier ?? []);
  }

  sign(text: string): string {
    const { privateKey } = this.signing();
    return signedNote(text, privateKey, verifierKey(this.name, createPublicKey(privateKey)));
  }

  private signing(): SigningKey {
    const isOver = ({ createdAt }: SigningKey) => plus(createdAt, SIGNS_DAYS * DAY) <= this.clock.now();
    const [newest] = this.known;
    return newest && !isOver(newest) ? newest : this.make();
  }

  /** Of several processes that share the folder one makes the key, and the others take it. */
  private make(): SigningKey {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const key = verifierKey(this.name, publicKey);
    const made = { kid: key.hash, createdAt: this.clock.now(), privateKey, verifier: verifierKeyLine(key) };
    const isFirst = this.files.keep(made, this.known[0]?.kid);
    this.known = isFirst ? [made, ...this.known] : newestFirst(this.files.all());
    return this.known[0] ?? made;
  }
}

/** Those that sign notes. */
const newestFirst = (keys: readonly SigningKey[]): readonly SigningKey[] =>
  keys.filter(({ verifier }) => verifier !== undefined).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));

/** The verifier key lines that a data folder keeps. It needs no master key. */
export function keptVerifierKeys(dataDir: string): readonly string[] {
  const folder = folderOf(dataDir);
  return keyNamesIn(folder).flatMap((name) => {
    const { verifier } = JSON.parse(readIfThere(join(folder, name)) ?? '{}') as Partial<SigningKey>;
    return verifier ?? [];
  });
}
