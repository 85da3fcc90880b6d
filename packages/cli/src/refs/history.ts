import { reasonToSkip } from './files.ts';
import { gitLines } from './git.ts';
import { Matcher } from './matcher.ts';

export interface Gone {
    flag: string;
    revision: string;
    at: string;
}

const COMMIT = '\u0001';

/**
 * The commit in which each of these flags, which are not used any more, was last taken out of a line. Reads the history of the
 * branch once, newest first, and no further than it has to.
 */
export async function goneSince(top: string, flags: readonly string[], lookback: number): Promise<Gone[]> {
    if (flags.length === 0 || lookback === 0) return [];
    const wanted = new Set(flags);
    const gone: Gone[] = [];
    const matcher = new Matcher({ flags });
    let commit = { revision: '', at: '' };
    let isSkipped = false;
    const words = ['log', '--first-parent', '-m', '-p', '-U0', '--no-color', '--no-ext-diff', '--no-textconv'];
    const format = [`--format=${COMMIT}%H %cI`, `--max-count=${lookback}`, 'HEAD'];
    for await (const line of gitLines(top, [...words, '--no-renames', ...format])) {
        if (line.startsWith(COMMIT)) {
            const [revision = '', at = ''] = line.slice(1).split(' ');
            commit = { revision, at };
        } else if (line.startsWith('--- ')) {
            isSkipped = line.startsWith('--- a/') && reasonToSkip(line.slice(6)) !== undefined;
        } else if (line.startsWith('-') && !isSkipped) {
            for (const { flag } of matcher.find(line)) {
                if (wanted.delete(flag)) gone.push({ flag, ...commit });
            }
            if (wanted.size === 0) break;
        }
    }
    return gone;
}
