import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The running child processes of this process. */
export function childrenOf(parent: number): number[] {
    if (process.platform !== 'linux') {
        const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
        const pairs = list.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
        return pairs.filter(([, ppid]) => ppid === parent).map(([pid]) => pid!);
    }
    return readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .filter((pid) => {
            try {
                const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
                return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
            } catch {
                return false;
            }
        })
        .map(Number);
}

export function signal(pids: readonly number[], name: NodeJS.Signals): void {
    for (const pid of pids) {
        try {
            process.kill(pid, name);
        } catch {
            // The process has just ended.
        }
    }
}
