import type { Progress } from '@halyard/cli/program/output';

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Formats a number of bytes. */
export function formatBytes(bytes: number): string {
    const unit = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
    return `${unit === 0 ? bytes : (bytes / 1_000 ** unit).toFixed(1)} ${UNITS[unit]}`;
}

/** Shows the progress of a copy of rows. */
export function countRows(progress: Progress, total: number) {
    let done = 0;
    return {
        onRows(table: string, count: number) {
            done += count;
            progress.update(done, total, table);
        },
        end: () => progress.end(),
    };
}
