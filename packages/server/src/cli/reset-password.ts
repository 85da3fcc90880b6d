import { type CliContext, CommandError } from '@halyard/cli/program/command';
import type { Output } from '@halyard/cli/program/output';
import type { Result } from '@halyard/cli/program/result';
import { promptSilently, readSecret } from '@halyard/cli/program/secret-input';
import { SYSTEM_ACTOR } from '../core/access/actor.ts';
import { HalyardError } from '../core/errors/errors.ts';
import { changePassword } from '../identity/accounts/users/password.commands.ts';
import { hashNewPassword } from '../identity/accounts/users/password-rules.ts';
import { findUserByLogin } from '../identity/accounts/users/user.queries.ts';
import { withDatabase } from './database.ts';
import { writeInto } from './write-into.ts';

/** Sets a password without the old one; access to the database already permits this. */
export const resetPassword = (
    { user: login, dryRun }: { user: string; dryRun: boolean },
    context: CliContext,
): Promise<Result> =>
    withDatabase(context, async (database, config) => {
        const user = await findUserByLogin(database.db, login);
        if (!user) throw new CommandError(`There is no user ${login}. Specify the username or the e-mail address.`);
        const password = await passwordFrom(context.output);
        const write = writeInto(database, config, context);
        try {
            const passwordHash = await hashNewPassword(database.db, user.id, password);
            if (!dryRun) await write(SYSTEM_ACTOR, changePassword, { id: user.id, passwordHash });
        } catch (error) {
            throw error instanceof HalyardError ? new CommandError(error.message) : error;
        }
        const name = user.username ?? user.email ?? login;
        const about = { id: user.id, username: user.username, email: user.email, passwordChanged: !dryRun };
        if (dryRun)
            return {
                json: { dryRun, ...about },
                text: `${name} would get this password, and be signed out everywhere.`,
            };
        return {
            json: about,
            text: `${context.output.paint('green', '✓')} ${name} has a new password and is signed out everywhere`,
        };
    });

/** Prompts twice on a terminal, where typing errors are invisible. */
async function passwordFrom(output: Output): Promise<string> {
    const password = await readSecret(output, {
        question: 'New password: ',
        missing: 'Pass the new password on stdin, or run the command in a terminal.',
    });
    if (output.canPrompt && (await promptSilently(output, 'Repeat the password: ')) !== password) {
        throw new CommandError('The two passwords differ.');
    }
    return password;
}
