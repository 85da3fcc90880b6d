export interface Measured {
    /** Milliseconds of CPU time of this process, per run. */
    cpuMs: number;
    /** Milliseconds of wall-clock time, per run. */
    wallMs: number;
}

/** Runs the work several times and returns the cost of one run. */
export async function measure(times: number, work: (index: number) => Promise<unknown>): Promise<Measured> {
    const cpu = process.cpuUsage();
    const started = performance.now();
    for (let index = 0; index < times; index++) await work(index);
    const { user, system } = process.cpuUsage(cpu);
    return { cpuMs: (user + system) / 1000 / times, wallMs: (performance.now() - started) / times };
}

export function median(values: readonly number[]): number {
    const sorted = [...values].sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export const medianOf = (rounds: readonly Measured[]): Measured => ({
    cpuMs: median(rounds.map(({ cpuMs }) => cpuMs)),
    wallMs: median(rounds.map(({ wallMs }) => wallMs)),
});

export const format = ({ cpuMs, wallMs }: Measured) =>
    `${cpuMs.toFixed(2)} ms CPU, ${wallMs.toFixed(2)} ms on the clock`;
