import { type CliContext, CommandError } from '../program/command.ts';
import { plain } from '../program/printable.ts';
import type { Result } from '../program/result.ts';
import { readSecret } from '../program/secret-input.ts';
import { addressOf, forgetCredentials, storeCredentials } from './credentials.ts';
import { ServiceClient, serviceOf } from './service.ts';

interface Me {
    user: { id: number; username?: string; name?: string; email?: string };
    permissions: { permission: string }[];
}

const nameOf = ({ user }: Me) => user.name || user.username || user.email || `user ${user.id}`;

/** Stores the credentials for other commands. The token is not an argument, because process lists show arguments. */
export async function login({ address }: { address: string | undefined }, context: CliContext): Promise<Result> {
    const { environment, output } = context;
    const configuredUrl = address ?? environment['HALYARD_URL'];
    if (!configuredUrl)
        throw new CommandError('Specify the URL of the service: halyard login https://flags.example.com.');
    const url = addressOf(configuredUrl);
    const token =
        environment['HALYARD_TOKEN'] ||
        (await readSecret(output, {
            question: `Token (create one at ${url}/profile): `,
            missing: 'Pass the token on stdin or in HALYARD_TOKEN, or run the command in a terminal.',
        }));
    const me = await new ServiceClient({ url, token }, context).get<Me>('/api/admin/user');
    if (!me?.user) throw new CommandError(`The server at ${url} is not Halyard. Is the base path missing?`);
    const file = await storeCredentials(environment, { url, token });
    return {
        json: { url, user: nameOf(me), file },
        text: `${output.paint('green', '✓')} ${plain(nameOf(me))} at ${url}; the token is in ${file}, which only you can read`,
    };
}

export async function logout(_: object, { environment, output }: CliContext): Promise<Result> {
    const forgotten = await forgetCredentials(environment);
    const message = forgotten
        ? 'The stored token was deleted here; it stays valid until you delete it in the service'
        : 'No credentials were stored';
    return { json: { forgotten }, text: `${output.paint('green', '✓')} ${message}` };
}

export async function whoami(_: object, context: CliContext): Promise<Result> {
    const service = await serviceOf(context);
    const me = await service.get<Me>('/api/admin/user');
    const isAdmin = me.permissions.some(({ permission }) => permission === 'ADMIN');
    return {
        json: { url: service.url, user: nameOf(me), isAdmin },
        text: `${plain(nameOf(me))}${isAdmin ? ', an administrator,' : ''} at ${service.url}`,
    };
}
