import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../../../catalogue/limits/limits.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import type { User } from '../../user/domain/user.resource.js';
import { signInMark } from './refresh-token.js';
import { RefreshTokenFamilies } from './refresh-token-families.service.js';
import { SignInNetworks } from './sign-in-networks.service.js';
import { Tokens, type UserTokens } from './tokens.service.js';

/** An attempt to sign in that failed. Neither an e-mail address nor a secret is in it. */
interface FailedSignIn {
  readonly tenantId: string;
  /** The account that was named, where there is one. */
  readonly userId?: string | undefined;
  readonly network: string;
  readonly requestId: string;
  readonly grant: string;
}

/** Begins sessions of users whose identity is proven, for every kind of proof. */
@Injectable()
export class SignIns {
  constructor(
    @Inject(RefreshTokenFamilies) private readonly families: RefreshTokenFamilies,
    @Inject(Tokens) private readonly tokens: Tokens,
    @Inject(SignInNetworks) private readonly networks: SignInNetworks,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  failed(attempt: FailedSignIn): void {
    this.logger.warn({ ...attempt }, 'A sign-in failed');
  }

  /** `network` of the client; `userAgent`: header of the request; what is too long is cut. */
  async begin(
    user: ResourceRecord<User>,
    network: string,
    userAgent?: string,
  ): Promise<UserTokens & { readonly refresh_token: string }> {
    const agent = userAgent?.slice(0, limits.userAgent);
    const signIn = { userId: user.id, password: signInMark(user.value), ...(agent ? { userAgent: agent } : {}) };
    const [issued] = await Promise.all([
      this.families.begin(user.tenantId, signIn),
      this.networks.note(user.tenantId, user.value.email, network),
    ]);
    return { ...(await this.tokens.forUser(user, issued)), refresh_token: issued.refreshToken };
  }
}
