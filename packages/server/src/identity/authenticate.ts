import { type Actor, SYSTEM_ACTOR } from '../core/actor.ts';
import type { Credentials } from '../http/server.ts';
import type { Db } from '../storage/database.ts';
import type { TokenTable } from './api-tokens/token-table.ts';
import { SESSION_COOKIE } from './login/login.routes.ts';
import type { Sessions } from './sessions/sessions.ts';
import { findUser, listGrants, listHiddenProjects } from './users/user.queries.ts';

/** Finds out who is calling: a token in the header, else a session in the cookie. */
export function createAuthenticate({
    db,
    tokens,
    sessions,
    everyoneIsAdmin,
}: {
    db: Db;
    tokens: TokenTable;
    sessions: Sessions;
    everyoneIsAdmin: boolean;
}) {
    return async ({ authorization, apiKey, cookie }: Credentials): Promise<Actor | undefined> => {
        if (authorization) return tokens.find(authorization.replace(/^bearer /i, '').trim());
        if (apiKey) return tokens.find(apiKey.trim());
        const sessionId = cookie(SESSION_COOKIE);
        const fromSession = sessionId ? await actorOfSession(sessionId) : undefined;
        if (fromSession) return fromSession;
        return everyoneIsAdmin ? { ...SYSTEM_ACTOR, name: 'anonymous' } : undefined;
    };

    async function actorOfSession(sessionId: string): Promise<Actor | undefined> {
        const userId = await sessions.findUserId(sessionId);
        const user = userId === undefined ? undefined : await findUser(db, userId);
        if (!user) return undefined;
        const grants = await listGrants(db, user.id);
        return {
            kind: 'admin',
            id: user.id,
            userId: user.id,
            sessionId,
            name: user.username ?? user.email ?? `user ${user.id}`,
            grants,
            hiddenProjects: await listHiddenProjects(db, user.id, grants),
        };
    }
}
