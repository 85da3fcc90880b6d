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
export async function api({ method: said, path, input }: ApiOptions, context: CliContext): Promise<Result> {
    const method = said.toUpperCase();
    if (!METHODS.includes(method)) throw new CommandError(`${said} is no method. Use one of ${METHODS.join(', ')}.`);
    if (!path.startsWith('/')) throw new CommandError('A path begins with /, such as /api/admin/projects.');
    const service = await serviceOf(context);
    const body = input === undefined ? undefined : await bodyFrom(input, context);
    const answer = await service.ask(method, path, { body });
    if (answer.status >= 300) context.output.note(`${method} ${path}: status ${answer.status}`);
    const shown = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body, null, 2);
    return { json: answer.body === '' ? null : answer.body, text: shown, exitCode: answer.status < 300 ? 0 : 1 };
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
        throw new CommandError(`What is in ${input === '-' ? 'stdin' : input} is no JSON.`);
    }
}
