import { shouldYield, yieldToEventLoop } from '../core/concurrency/yielding.ts';
import { gauge, type Metric } from '../telemetry/metric.ts';
import type { EnvironmentSnapshot } from './environment-snapshot.ts';
import type { Snapshots } from './snapshots.ts';

interface Size {
    environment: string;
    flags: number;
    bytes: number;
    largestFlag: { name: string; bytes: number };
    largestProject: { name: string; bytes: number };
}

/** Sizes of the data that this node serves. Environments are few; of flags and projects only the largest is reported. */
export async function snapshotMetrics(snapshots: Pick<Snapshots, 'all'>): Promise<Metric[]> {
    const sizes: Size[] = [];
    for (const snapshot of snapshots.all()) sizes.push(await sizeOf(snapshot));
    const of = (read: (size: Size) => number) =>
        sizes.map((size) => ({ labels: { environment: size.environment }, value: read(size) }));
    const largest = (read: (size: Size) => Size['largestFlag']) =>
        sizes.map((size) => ({
            labels: { name: read(size).name, environment: size.environment },
            value: read(size).bytes,
        }));
    return [
        gauge(
            'halyard_snapshot_flags',
            'Flags that are served to SDKs, by environment',
            of(({ flags }) => flags),
        ),
        gauge(
            'halyard_snapshot_bytes',
            'Size of their definitions',
            of(({ bytes }) => bytes),
        ),
        gauge(
            'largest_feature_environment_size',
            'The largest flag of an environment, in bytes',
            largest((size) => size.largestFlag),
        ),
        gauge(
            'largest_project_environment_size',
            'The project whose flags are the largest in an environment, in bytes',
            largest((size) => size.largestProject),
        ),
    ];
}

async function sizeOf({ environment, flags }: EnvironmentSnapshot): Promise<Size> {
    const size = { environment, flags: flags.size, bytes: 0, largestFlag: { name: '', bytes: 0 } };
    const projects = new Map<string, number>();
    for (const { name, project, json } of flags.values()) {
        const bytes = json.length;
        size.bytes += bytes;
        projects.set(project, (projects.get(project) ?? 0) + bytes);
        if (bytes > size.largestFlag.bytes) size.largestFlag = { name, bytes };
        if (shouldYield()) await yieldToEventLoop();
    }
    const largestProject = { name: '', bytes: 0 };
    for (const [name, bytes] of projects)
        if (bytes > largestProject.bytes) Object.assign(largestProject, { name, bytes });
    return { ...size, largestProject };
}
