import { type CliContext, CommandError } from '@halyard/cli/program/command';
import type { Result } from '@halyard/cli/program/result';
import { SYSTEM_ACTOR } from '../core/access/actor.ts';
import { resetSecondFactors } from '../identity/accounts/second-factors/second-factor.commands.ts';
import { hasSecondFactor } from '../identity/accounts/second-factors/second-factor.queries.ts';
import { findUserByLogin } from '../identity/accounts/users/user.queries.ts';
import { withDatabase } from './database.ts';
import { writeInto } from './write-into.ts';

/** Removes the second factors of a user, such as the last administrator; access to the database already permits this. */
export const resetSecondFactor = (
    { user: login, dryRun }: { user: string; dryRun: boolean },
    context: CliContext,
): Promise<Result> =>
    withDatabase(context, async (database, config) => {
        const user = await findUserByLogin(database.db, login);
        if (!user) throw new CommandError(`There is no user ${login}. Specify the username or the e-mail address.`);
        const name = user.username ?? user.email ?? login;
        if (!(await hasSecondFactor(database.db, user.id))) {
            throw new CommandError(`${name} has no second factor. The password is enough to sign in.`);
        }
        if (!dryRun) await writeInto(database, config, context)(SYSTEM_ACTOR, resetSecondFactors, { id: user.id });
        const json = { id: user.id, username: user.username, email: user.email, secondFactorsRemoved: !dryRun };
        return dryRun
            ? {
                  json: { dryRun, ...json },
                  text: `${name} would have no second factor any more, and be signed out everywhere.`,
              }
            : {
                  json,
                  text: `${context.output.paint('green', '✓')} ${name} has no second factor any more and is signed out everywhere`,
              };
    });
