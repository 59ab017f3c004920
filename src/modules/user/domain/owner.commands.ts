import { command } from '../../../kernel/command.js';

/** The stream that holds the owners of a tenant. */
export const OWNERS = 'all';

export class AddOwner extends command('AddOwner')<{ readonly userId: string }> {}
/** Before the user is deleted: what is decided here is that they may go. */
export class RemoveOwner extends command('RemoveOwner')<{ readonly userId: string }> {}

export const ownerCommands = [AddOwner, RemoveOwner] as const;
export type OwnerCommand = InstanceType<(typeof ownerCommands)[number]>;
