import { randomBytes } from 'node:crypto';
import type { Write } from '../changes/write.ts';
import type { Config } from '../config/config.ts';
import { SYSTEM_ACTOR } from '../core/access/actor.ts';
import type { Db } from '../storage/database.ts';
import { hashPassword } from './accounts/users/password.ts';
import { createFirstAdministrator } from './accounts/users/user.commands.ts';
import { countUsers } from './accounts/users/user.queries.ts';

/** Creates an administrator if no user exists. Returns the password if it was generated, because it is not shown again. */
export async function firstAdministrator(write: Write, db: Db, config: Config): Promise<string | undefined> {
    if ((await countUsers(db)) > 0) return undefined;
    const password = config.adminPassword || randomBytes(12).toString('base64url');
    const created = await write(SYSTEM_ACTOR, createFirstAdministrator, {
        username: config.adminUsername,
        passwordHash: await hashPassword(password),
    });
    return created && !config.adminPassword ? password : undefined;
}
