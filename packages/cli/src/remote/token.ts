import type { CliContext } from '../program/command.ts';
import { plain } from '../program/printable.ts';
import type { Result } from '../program/result.ts';
import { serviceOf } from './service.ts';

interface NewTokenOptions {
    name: string;
    type: string;
    environment: string;
    project: string[];
}

interface CreatedToken {
    secret: string;
    type: string;
    environment: string;
    projects: string[];
}

/** Prints the secret alone, so that it can be assigned to a variable. */
export async function createToken(
    { name, type, environment, project }: NewTokenOptions,
    context: CliContext,
): Promise<Result> {
    const service = await serviceOf(context);
    const token = await service.change<CreatedToken>('POST', '/api/admin/api-tokens', {
        tokenName: name,
        type,
        ...(type.toLowerCase() !== 'admin' && { environment }),
        projects: project.length > 0 ? project : ['*'],
    });
    context.output.note('The service does not show this secret again.');
    return { json: token, text: plain(token.secret) };
}
