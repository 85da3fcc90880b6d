import { counter, gauge, type Metric } from './metric.ts';

interface Runs {
    count: number;
    failures: number;
    lastSeconds: number;
    lastAt: number;
}

/** Records the time and duration of the last run of each job, and the number of runs and failures. */
export class JobRuns {
    readonly #jobs = new Map<string, Runs>();

    ended(job: string, { at, seconds, failed }: { at: Date; seconds: number; failed: boolean }): void {
        const runs = this.#jobs.get(job) ?? { count: 0, failures: 0, lastSeconds: 0, lastAt: 0 };
        runs.count++;
        if (failed) runs.failures++;
        runs.lastSeconds = seconds;
        runs.lastAt = at.getTime() / 1000;
        this.#jobs.set(job, runs);
    }

    metrics(): Metric[] {
        const samplesOf = (read: (runs: Runs) => number) =>
            [...this.#jobs].map(([job, runs]) => ({ labels: { job_name: job }, value: read(runs) }));
        return [
            counter(
                'halyard_job_runs_total',
                'Number of runs of the job on this node',
                samplesOf(({ count }) => count),
            ),
            counter(
                'halyard_job_failures_total',
                'Number of failed runs of the job',
                samplesOf(({ failures }) => failures),
            ),
            gauge(
                'halyard_job_last_run_timestamp_seconds',
                'Time of the end of the last run',
                samplesOf(({ lastAt }) => lastAt),
            ),
            gauge(
                'halyard_job_last_duration_seconds',
                'Duration of the last run',
                samplesOf(({ lastSeconds }) => lastSeconds),
            ),
        ];
    }
}
