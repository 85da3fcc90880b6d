import path from 'node:path';
import { type CliContext, CommandError } from '../program/command.ts';
import { plain } from '../program/printable.ts';
import type { Result } from '../program/result.ts';
import { writeFiles } from '../program/user-files.ts';
import { serviceOf } from '../remote/service.ts';
import type { ExportDocument } from './exported.ts';

interface ExportOptions {
    folder: string;
    project: string;
    environment: string;
    flags: string[];
}

/** Unleash rejects imports of more than 500 kB. */
const MAX_BYTES = 450_000;

/** Writes the bodies of the requests that import the flags into Unleash. */
export async function exportUnleash(
    { folder, project, environment, flags }: ExportOptions,
    context: CliContext,
): Promise<Result> {
    const service = await serviceOf(context);
    const selection = flags.length > 0 ? { features: flags } : { project };
    const data = await service.query<ExportDocument>('/api/admin/features-batch/export', {
        environment,
        format: 'unleash',
        ...selection,
    });
    const found = new Map(data.features.map((flag) => [flag.name, flag]));
    for (const name of flags) {
        const flag = found.get(name);
        if (!flag)
            throw new CommandError(`There is no flag ${name} that is not archived. List them: halyard flag list.`);
        if (flag.project !== project) {
            throw new CommandError(
                `Flag ${name} is in project ${flag.project}, not in ${project}: export each project separately.`,
            );
        }
    }
    if (found.size === 0) {
        throw new CommandError(
            `There are no flags in project ${project}. List those that you can see: halyard flag list.`,
        );
    }
    // Parents have no parents themselves, so they come first.
    const children = new Set((data.dependencies ?? []).map(({ feature }) => feature));
    const ordered = data.features
        .map(({ name }) => name)
        .toSorted((a, b) => Number(children.has(a)) - Number(children.has(b)));
    const bodies = split(ordered, (names) => bodyOf(names, { data, project, environment }));
    const files = bodies.map((body, index) => ({
        file: `${project}-${environment}-${index + 1}.json`,
        text: `${body}\n`,
        // Older files could contain other flags.
        isNew: true,
    }));
    await writeFiles(folder, files);
    const paths = files.map(({ file }) => path.join(folder, file));
    const segments = (data.segments ?? []).map(({ name }) => name);
    return {
        json: { flags: ordered.length, files: paths, segments },
        text: [
            `${context.output.paint('green', '✓')} ${ordered.length} flags in ${paths.length} files:`,
            ...paths.map((file) => `  ${plain(file)}`),
            ...(segments.length > 0 ? [`Segments that must exist in Unleash: ${plain(segments.join(', '))}`] : []),
        ].join('\n'),
    };
}

/** Halves the list until each body is small enough. */
function split(names: readonly string[], write: (names: readonly string[]) => string): string[] {
    const body = write(names);
    if (Buffer.byteLength(body) <= MAX_BYTES || names.length === 1) return [body];
    const half = Math.ceil(names.length / 2);
    return [names.slice(0, half), names.slice(half)].flatMap((some) => split(some, write));
}

function bodyOf(
    names: readonly string[],
    { data, project, environment }: { data: ExportDocument; project: string; environment: string },
): string {
    const isIncluded = new Set(names);
    const own = <T extends { featureName?: string }>(list: readonly T[] = []) =>
        list.filter(({ featureName }) => isIncluded.has(featureName ?? ''));
    const of = <T extends { feature: string }>(list: readonly T[] = []) =>
        list.filter(({ feature }) => isIncluded.has(feature));
    return JSON.stringify({
        project,
        environment,
        data: {
            ...data,
            features: data.features.filter(({ name }) => isIncluded.has(name)),
            featureStrategies: own(data.featureStrategies),
            featureEnvironments: own(data.featureEnvironments),
            featureTags: own(data.featureTags),
            dependencies: of(data.dependencies),
            links: of(data.links),
        },
    });
}
