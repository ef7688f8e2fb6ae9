import type { CaptchaAction } from '../../../contract/auth.ts';
import type { ReplyOf } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';

export type CaptchaChallenge = ReplyOf<typeof routes.getCaptchaChallenge>;

/** Tells people from programs, or at least makes it costly to be a program. */
export interface Captcha {
  readonly name: CaptchaChallenge['type'];
  challenge(action: CaptchaAction): Promise<CaptchaChallenge>;
  /**
   * Whether the token proves a solved challenge for this action that was not used before; it is used up by that. False for
   * anything that makes no sense. Throws when it can't be checked right now.
   */
  verify(token: string, at: { ip: string; action: CaptchaAction }): Promise<boolean>;
  /** Forgets what is no longer needed. */
  sweep(): Promise<void>;
}

/** The contract's limit. */
export const MAX_TOKEN_LENGTH = 8000;
