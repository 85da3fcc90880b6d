import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { type CliContext, CommandError } from '../program/command.ts';
import type { Result } from '../program/result.ts';
import { serviceOf } from './service.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

interface ApiOptions {
    method: string;
    path: string;
    input: string | undefined;
}

/** Sends one request as the signed-in user and prints the raw response. */
export async function api({ method: name, path, input }: ApiOptions, context: CliContext): Promise<Result> {
    const method = name.toUpperCase();
    if (!METHODS.includes(method))
        throw new CommandError(`${name} is not an HTTP method. Use one of ${METHODS.join(', ')}.`);
    if (!path.startsWith('/')) throw new CommandError('The path must begin with /, for example /api/admin/projects.');
    const service = await serviceOf(context);
    const body = input === undefined ? undefined : await bodyFrom(input, context);
    const response = await service.request(method, path, { body });
    if (response.status >= 300) context.output.note(`${method} ${path}: status ${response.status}`);
    const shown = typeof response.body === 'string' ? response.body : JSON.stringify(response.body, null, 2);
    return { json: response.body === '' ? null : response.body, text: shown, exitCode: response.status < 300 ? 0 : 1 };
}

async function bodyFrom(input: string, { output }: CliContext): Promise<unknown> {
    const text = await (input === '-' ? textOf(output.input) : readFile(input, 'utf8')).catch(
        (error: NodeJS.ErrnoException) => {
            throw new CommandError(`${input} cannot be read (${error.code}).`);
        },
    );
    try {
        return JSON.parse(text);
    } catch {
        throw new CommandError(`${input === '-' ? 'stdin' : input} is not valid JSON.`);
    }
}
