import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { CommandError } from '../program/command.ts';

interface GitOptions {
    /** Given to it on stdin. */
    input?: string;
    /** In bytes: what answers more is stopped. */
    most?: number;
}

const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;

/** What git answers; undefined when it refuses. Settings of the user that change how it writes have no effect. */
export async function git(
    folder: string,
    words: readonly string[],
    options: GitOptions = {},
): Promise<Buffer | undefined> {
    const { input = '', most = MAX_OUTPUT_BYTES } = options;
    const child = start(folder, words);
    child.stdin.on('error', () => undefined).end(input);
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > most) child.kill();
        else chunks.push(chunk);
    });
    child.stderr.resume();
    const status = await ended(child);
    return status === 0 ? Buffer.concat(chunks) : undefined;
}

/** The same as text without its last line break. */
export const gitText = async (folder: string, words: readonly string[], options?: GitOptions) =>
    (await git(folder, words, options))?.toString('utf8').replace(/\n$/, '');

/** Lists that git writes with a NUL after each. */
export async function gitList(folder: string, words: readonly string[], options?: GitOptions): Promise<string[]> {
    const text = (await git(folder, words, options))?.toString('utf8') ?? '';
    return text.split('\0').filter((each) => each !== '');
}

/** Streams the output of git line by line; ending the iteration stops git. Long lines are truncated. */
export async function* gitLines(folder: string, words: readonly string[]): AsyncGenerator<string> {
    const child = start(folder, words);
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

function start(folder: string, words: readonly string[]) {
    // Read-only, without password prompts.
    const settings = ['core.quotePath=false', 'color.ui=false', 'core.fsmonitor=false', 'core.askPass=true'];
    return spawn('git', ['--no-optional-locks', ...settings.flatMap((each) => ['-c', each]), ...words], {
        cwd: folder,
        stdio: ['pipe', 'pipe', 'pipe'],
    });
}

async function ended(child: ReturnType<typeof start>): Promise<number | null> {
    const failed = once(child, 'error').then(([error]) => {
        throw new CommandError(
            (error as NodeJS.ErrnoException).code === 'ENOENT'
                ? 'git is not there: install it, code references are found with it.'
                : `git cannot be run: ${(error as Error).message}`,
        );
    });
    failed.catch(() => undefined);
    const [status] = await Promise.race([once(child, 'close'), failed]);
    return status as number | null;
}

/** The folder that a repository begins with. */
export async function repositoryAround(folder: string): Promise<string> {
    const top = await gitText(folder, ['rev-parse', '--show-toplevel']);
    if (!top) throw new CommandError(`${folder} is in no git repository. Say with --dir where one is.`);
    return top;
}

/** The commit that a word means, if it means one. */
export async function commitOf(top: string, word: string): Promise<string> {
    // A word that begins with a dash would be an option.
    const commit = word.startsWith('-')
        ? undefined
        : await gitText(top, ['rev-parse', '--verify', '--quiet', `${word}^{commit}`]);
    if (!commit) {
        throw new CommandError(
            `${word} is no commit that is here. In a pipeline, fetch it first (such as \`git fetch --depth=1 origin ${word}\`).`,
        );
    }
    return commit;
}

/** A file as git calls it. */
export const pathWithin = (top: string, file: string) =>
    path.relative(top, path.resolve(file)).replaceAll(path.sep, '/');
