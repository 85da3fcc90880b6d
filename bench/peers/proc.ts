import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Linux reports the CPU time of other processes; on other systems there are no figures, and the tables say so. */
export const hasProc = existsSync('/proc/self/stat');

/** A process and all its descendants. */
function treeOf(root: number): number[] {
    const children = new Map<number, number[]>();
    for (const pid of pids()) {
        const parent = parentOf(pid);
        if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
    }
    const tree = [root];
    // The list grows during the iteration.
    for (const pid of tree) tree.push(...(children.get(pid) ?? []));
    return tree;
}

const pids = () =>
    readdirSync('/proc')
        .map(Number)
        .filter((pid) => pid > 0);

export function parentOf(pid: number): number | undefined {
    const fields = statOf(pid);
    return fields && Number(fields[1]);
}

/** The fields after the name, which may contain spaces: state, parent, … */
function statOf(pid: number): string[] | undefined {
    const text = readIfExists(`/proc/${pid}/stat`);
    return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Processes and threads may end while they are read. */
function readIfExists(file: string): string | undefined {
    try {
        return readFileSync(file, 'utf8');
    } catch {
        return undefined;
    }
}

const TICKS_PER_SECOND = 100;
const USER_TIME = 11;
const CHILDREN_USER_TIME = 13;
const CHILDREN_SYSTEM_TIME = 14;

/** Milliseconds of CPU time of a process and all its descendants, including those that have ended. */
export function cpuMsOf(root: number): number {
    let total = 0;
    for (const pid of treeOf(root)) {
        const fields = statOf(pid);
        if (!fields) continue;
        total += threadsMs(pid) ?? ticksMs(fields, [USER_TIME, USER_TIME + 1]);
        total += ticksMs(fields, [CHILDREN_USER_TIME, CHILDREN_SYSTEM_TIME]);
    }
    return total;
}

const ticksMs = (fields: string[], at: number[]) =>
    at.reduce((sum, index) => sum + Number(fields[index]), 0) * (1_000 / TICKS_PER_SECOND);

/** In nanoseconds if the kernel provides it: rounds are short, and a tick is 10 ms. */
function threadsMs(pid: number): number | undefined {
    let nanoseconds = 0;
    try {
        for (const thread of readdirSync(`/proc/${pid}/task`)) {
            const ran = readIfExists(`/proc/${pid}/task/${thread}/schedstat`)?.split(' ')[0];
            if (ran === undefined) return undefined;
            nanoseconds += Number(ran);
        }
    } catch {
        return undefined;
    }
    return nanoseconds / 1e6;
}

/** Resident memory of one process, in MB. */
export function memoryMbOf(pid: number): number {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readIfExists(`/proc/${pid}/status`) ?? '')?.[1];
    return Number(kilobytes) / 1024;
}

/** The same for a process and all its descendants. Shared memory is counted for each. */
export const memoryMbOfAll = (root: number): number =>
    treeOf(root).reduce((sum, pid) => sum + (memoryMbOf(pid) || 0), 0);

/** Milliseconds in which any core of the machine was busy. */
export function machineBusyMs(): number {
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] =
        /^cpu +(.*)$/m
            .exec(readIfExists('/proc/stat') ?? '')?.[1]
            ?.split(' ')
            .map(Number) ?? [];
    return (user + nice + system + irq + softirq) * (1_000 / TICKS_PER_SECOND);
}
