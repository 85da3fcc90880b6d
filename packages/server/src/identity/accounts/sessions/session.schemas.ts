import { type Static, Type } from 'typebox';
import { DateTime, Nullable } from '../../../http/route/schemas.ts';

export const Session = Type.Object(
    {
        id: Type.Integer(),
        createdAt: DateTime(),
        expiresAt: DateTime(),
        address: Type.String({ description: 'IP address from which the user signed in' }),
        userAgent: Nullable(Type.String({ description: 'User agent of the browser' })),
        current: Type.Boolean({ description: 'Whether it is the session of this request' }),
    },
    { $id: 'session' },
);
export type Session = Static<typeof Session>;

export const UserSessions = Type.Object({ sessions: Type.Array(Session) }, { $id: 'userSessions' });

export const SessionParams = Type.Object({ sessionId: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }) });
