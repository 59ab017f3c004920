import { command } from '../../../../kernel/command.js';

/** The stream that holds the owners of a tenant. */
export const OWNERS = 'all';

/** `revision`: of the user, with the change that gave the role. Default: 1, the creation. */
export class AddOwner extends command('AddOwner')<{ readonly userId: string; readonly revision?: number }> {}
/** Before the user is deleted: what is decided here is that they may go. */
export class RemoveOwner extends command('RemoveOwner')<{ readonly userId: string }> {}
/** Before the user gets another role. `revision`: of the user, who still is an owner. */
export class DemoteOwner extends command('DemoteOwner')<{ readonly userId: string; readonly revision: number }> {}

export const ownerCommands = [AddOwner, RemoveOwner, DemoteOwner] as const;
export type OwnerCommand = InstanceType<(typeof ownerCommands)[number]>;
