import { Inject, Injectable } from '@nestjs/common';
import { Principals } from '../../../people/auth/application/principals.service.js';
import { signInMark } from '../../../people/auth/application/refresh-token.js';
import { RefreshTokenFamilies } from '../../../people/auth/application/refresh-token-families.service.js';
import type { Subscriber } from '../domain/push.effect.js';
import type { PushSubscription } from './push-subscriptions.service.js';

/** Whether a device may still get pushes. That of a client may as long as they take part. */
@Injectable()
export class PushAccess {
  constructor(
    @Inject(Principals) private readonly principals: Principals,
    @Inject(RefreshTokenFamilies) private readonly families: RefreshTokenFamilies,
  ) {}

  /** The sign-in of a user goes on. A device that was signed out gets nothing, nor one from before a new password. */
  async holds(tenantId: string, owner: Subscriber, { sessionId }: PushSubscription): Promise<boolean> {
    if (!('userId' in owner)) return true;
    const user = await this.principals.user(tenantId, owner.userId);
    if (!user) return false;
    if (sessionId === undefined) return true;
    const open = await this.families.openOf(tenantId, owner.userId, signInMark(user.value));
    return open.some(({ sid }) => sid === sessionId);
  }
}
