import { command } from '../../../kernel/command.js';
import type { Passkey } from './passkey.events.js';

/** Target: the id of the user. */
export class RegisterPasskey extends command('RegisterPasskey')<Passkey> {}
/** Once the user is deleted. */
export class RemovePasskeys extends command('RemovePasskeys')<Record<string, never>> {}

export const passkeyCommands = [RegisterPasskey, RemovePasskeys] as const;
export type PasskeyCommand = InstanceType<(typeof passkeyCommands)[number]>;
