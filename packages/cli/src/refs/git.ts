import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { CommandError } from '../program/command.ts';

interface GitOptions {
    /** Passed on stdin. */
    input?: string;
    /** The maximum output in bytes; git is stopped if it writes more. */
    maxBytes?: number;
}

const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;

/** Runs git and returns its output; undefined if it fails. User settings that change the output format have no effect. */
export async function git(
    folder: string,
    args: readonly string[],
    options: GitOptions = {},
): Promise<Buffer | undefined> {
    const { input = '', maxBytes = MAX_OUTPUT_BYTES } = options;
    const child = start(folder, args);
    child.stdin.on('error', () => undefined).end(input);
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxBytes) child.kill();
        else chunks.push(chunk);
    });
    child.stderr.resume();
    const status = await ended(child);
    return status === 0 ? Buffer.concat(chunks) : undefined;
}

/** Runs git and returns its output as text without the last line break. */
export const gitText = async (folder: string, args: readonly string[], options?: GitOptions) =>
    (await git(folder, args, options))?.toString('utf8').replace(/\n$/, '');

/** Runs git and splits its NUL-separated output. */
export async function gitList(folder: string, args: readonly string[], options?: GitOptions): Promise<string[]> {
    const text = (await git(folder, args, options))?.toString('utf8') ?? '';
    return text.split('\0').filter((each) => each !== '');
}

/** Streams the output of git line by line; ending the iteration stops git. Long lines are truncated. */
export async function* gitLines(folder: string, args: readonly string[]): AsyncGenerator<string> {
    const child = start(folder, args);
    child.stdin.on('error', () => undefined).end();
    child.stderr.resume();
    child.stdout.setEncoding('utf8');
    try {
        let rest = '';
        for await (const chunk of child.stdout as AsyncIterable<string>) {
            const lines = chunk.split('\n');
            lines[0] = rest + lines[0]!;
            rest = lines.pop()!.slice(0, LONGEST_LINE);
            yield* lines;
        }
        if (rest !== '') yield rest;
    } finally {
        child.kill();
    }
}

const LONGEST_LINE = 64 * 1024;

function start(folder: string, args: readonly string[]) {
    // Read-only, without password prompts.
    const settings = ['core.quotePath=false', 'color.ui=false', 'core.fsmonitor=false', 'core.askPass=true'];
    return spawn('git', ['--no-optional-locks', ...settings.flatMap((each) => ['-c', each]), ...args], {
        cwd: folder,
        stdio: ['pipe', 'pipe', 'pipe'],
    });
}

async function ended(child: ReturnType<typeof start>): Promise<number | null> {
    const failed = once(child, 'error').then(([error]) => {
        throw new CommandError(
            (error as NodeJS.ErrnoException).code === 'ENOENT'
                ? 'git is not installed. Install it: it is required to find code references.'
                : `git cannot be run: ${(error as Error).message}`,
        );
    });
    failed.catch(() => undefined);
    const [status] = await Promise.race([once(child, 'close'), failed]);
    return status as number | null;
}

/** Returns the top folder of the repository that contains the folder. */
export async function repositoryAround(folder: string): Promise<string> {
    const top = await gitText(folder, ['rev-parse', '--show-toplevel']);
    if (!top) throw new CommandError(`${folder} is not in a git repository. Specify one with --dir.`);
    return top;
}

/** Resolves a revision to a commit. */
export async function commitOf(top: string, revision: string): Promise<string> {
    // A revision that begins with a dash would be an option.
    const commit = revision.startsWith('-')
        ? undefined
        : await gitText(top, ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]);
    if (!commit) {
        throw new CommandError(
            `${revision} is not a commit of this clone. In a pipeline, fetch it first (for example \`git fetch --depth=1 origin ${revision}\`).`,
        );
    }
    return commit;
}

/** Returns the path of a file as git writes it. */
export const pathWithin = (top: string, file: string) =>
    path.relative(top, path.resolve(file)).replaceAll(path.sep, '/');
