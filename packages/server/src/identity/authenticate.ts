import { type Actor, type Caller, type DirectoryActor, SYSTEM_ACTOR } from '../core/access/actor.ts';
import type { Credentials } from '../http/route/access.ts';
import type { Db } from '../storage/database.ts';
import type { TokenTable } from './accounts/api-tokens/token-table.ts';
import { PERSONAL_PREFIX, type PersonalTokenTable } from './accounts/personal-tokens/personal-token-table.ts';
import { isSecondFactorRequired } from './accounts/second-factors/second-factor.queries.ts';
import type { StoredSecondFactor } from './accounts/second-factors/second-factor-setting.ts';
import type { Sessions } from './accounts/sessions/sessions.ts';
import { findActor } from './accounts/users/actor.queries.ts';
import { sessionSecretIn } from './sign-in/login/session-cookie.ts';
import { SCIM_PREFIX } from './sign-in/scim/stored-scim.ts';

/** Determines the caller of a request by the token in the header, otherwise by the session cookie. */
export function createAuthenticate({
    db,
    tokens,
    personalTokens,
    sessions,
    directoryOf,
    secondFactorSetting,
    everyoneIsAdmin,
}: {
    db: Db;
    tokens: TokenTable;
    personalTokens: PersonalTokenTable;
    sessions: Sessions;
    /** Returns the directory with this token, if SCIM is enabled. */
    directoryOf: (secret: string) => DirectoryActor | undefined;
    secondFactorSetting: () => StoredSecondFactor;
    everyoneIsAdmin: boolean;
}) {
    return async ({ token, cookies }: Credentials): Promise<Caller | undefined> => {
        if (token !== undefined) return actorOfToken(token);
        const sessionId = sessionSecretIn(cookies);
        const fromSession = sessionId ? await actorOfSession(sessionId) : undefined;
        if (fromSession) return fromSession;
        return everyoneIsAdmin ? { ...SYSTEM_ACTOR, name: 'anonymous' } : undefined;
    };

    function actorOfToken(secret: string): Caller | undefined | Promise<Caller | undefined> {
        if (secret.startsWith(SCIM_PREFIX)) return directoryOf(secret);
        return secret.startsWith(PERSONAL_PREFIX) ? personalTokens.find(secret) : tokens.find(secret);
    }

    async function actorOfSession(sessionId: string): Promise<Actor | undefined> {
        const session = await sessions.find(sessionId);
        const actor = session && (await findActor(db, session.userId));
        if (!actor) return undefined;
        const { userId, secondFactorAt, hasOnlyPassword } = session;
        const mustEnrol = hasOnlyPassword && (await isSecondFactorRequired(db, secondFactorSetting(), userId));
        return {
            ...actor,
            sessionId,
            ...(secondFactorAt !== undefined && { secondFactorAt }),
            ...(mustEnrol && { mustEnrol }),
        };
    }
}
