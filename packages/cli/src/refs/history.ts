import { reasonToSkip } from './files.ts';
import { gitLines } from './git.ts';
import { Matcher } from './matcher.ts';

export interface RemovedFlag {
    flag: string;
    revision: string;
    at: string;
}

const COMMIT = '\u0001';

/**
 * Returns the commit that removed the last line with each of these unused flags. Reads the history of the branch once, newest first, and
 * stops when all are found.
 */
export async function findRemovals(top: string, flags: readonly string[], lookback: number): Promise<RemovedFlag[]> {
    if (flags.length === 0 || lookback === 0) return [];
    const remaining = new Set(flags);
    const removed: RemovedFlag[] = [];
    const matcher = new Matcher({ flags });
    let commit = { revision: '', at: '' };
    let isSkipped = false;
    const args = ['log', '--first-parent', '-m', '-p', '-U0', '--no-color', '--no-ext-diff', '--no-textconv'];
    const format = [`--format=${COMMIT}%H %cI`, `--max-count=${lookback}`, 'HEAD'];
    for await (const line of gitLines(top, [...args, '--no-renames', ...format])) {
        if (line.startsWith(COMMIT)) {
            const [revision = '', at = ''] = line.slice(1).split(' ');
            commit = { revision, at };
        } else if (line.startsWith('--- ')) {
            isSkipped = line.startsWith('--- a/') && reasonToSkip(line.slice(6)) !== undefined;
        } else if (line.startsWith('-') && !isSkipped) {
            for (const { flag } of matcher.find(line)) {
                if (remaining.delete(flag)) removed.push({ flag, ...commit });
            }
            if (remaining.size === 0) break;
        }
    }
    return removed;
}
