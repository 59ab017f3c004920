import { command } from '../../../../kernel/command.js';
import type { Passkey } from './passkey.events.js';

/** Target: the id of the user. */
export class RegisterPasskey extends command('RegisterPasskey')<Passkey> {}
/** `before`: revision of the user, so that later passkeys stay however late this comes. Absent: all. */
export class RemovePasskeys extends command('RemovePasskeys')<{ readonly before?: number }> {}

/** One of them, by its owner. */
export class RemovePasskey extends command('RemovePasskey')<{ readonly credentialId: string }> {}

export const passkeyCommands = [RegisterPasskey, RemovePasskeys, RemovePasskey] as const;
export type PasskeyCommand = InstanceType<(typeof passkeyCommands)[number]>;
