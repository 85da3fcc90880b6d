import type { Services } from '../../../app/services.ts';
import type { RouteReply } from '../../../http/route/route.ts';
import type { SignInProof } from '../../accounts/sessions/sessions.ts';
import { demandActive, toUser, type UserRow } from '../../accounts/users/user.queries.ts';
import { sessionCookie } from './session-cookie.ts';

export interface SignInRequest {
    ip: string;
    headers: Record<string, string | string[] | undefined>;
}

/** Starts the session of an authenticated user and sets the session cookie. Used by all sign-in methods. */
export async function signIn(
    { sessions, config }: Pick<Services, 'sessions' | 'config'>,
    { user, loginId, proof }: { user: UserRow; loginId: number; proof: SignInProof },
    { ip, headers }: SignInRequest,
    reply: RouteReply,
) {
    demandActive(user);
    const userAgent = headers['user-agent'];
    const { secret, seconds, ...counts } = await sessions.begin({
        userId: user.id,
        loginId,
        proof,
        client: { address: ip, userAgent: typeof userAgent === 'string' ? userAgent : undefined },
    });
    reply.header('set-cookie', sessionCookie(config, headers, secret, seconds));
    reply.header('cache-control', 'no-store');
    return { ...toUser({ ...user, login_attempts: 0 }), ...counts };
}
