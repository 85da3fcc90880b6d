import { type CliContext, CommandError } from '../program/command.ts';
import { plain } from '../program/printable.ts';
import type { Result } from '../program/result.ts';
import { table } from '../program/table.ts';
import { affectedLines, changedSentences } from './effect-lines.ts';
import { inEnvironment } from './environments.ts';
import { type ServiceClient, serviceOf } from './service.ts';

interface FlagRow {
    name: string;
    type: string;
    project: string;
    description: string | null;
    stale: boolean;
    archivedAt: string | null;
    environments: { name: string; enabled: boolean; hasStrategies: boolean }[];
}

interface FlagPage {
    features: FlagRow[];
    total: number;
}

interface Flag extends FlagRow {
    environments: (FlagRow['environments'][number] & {
        strategies: { name: string; title: string | null; disabled: boolean; constraints: unknown[] }[];
        variants?: { name: string; weight: number }[];
    })[];
}

/** The flag does not exist. */
export class FlagNotFound extends CommandError {}

/** The page size limit of the service. */
const PAGE = 100;

export interface FlagOptions {
    name: string;
    project: string | undefined;
}
interface DryRunOptions {
    dryRun: boolean;
}

export async function listFlags(
    options: { query: string | undefined; project: string | undefined; archived: boolean },
    context: CliContext,
): Promise<Result> {
    const { output } = context;
    const service = await serviceOf(context);
    const query = new URLSearchParams({
        ...(options.query && { query: options.query }),
        ...(options.project && { project: `IS:${options.project}` }),
        ...(options.archived && { archived: 'IS:true' }),
        sortBy: 'name',
        limit: String(PAGE),
    });
    const progress = output.progress('Reading flags');
    const flags: FlagRow[] = [];
    for (let total = 1; flags.length < total; ) {
        query.set('offset', String(flags.length));
        const page = await service.get<FlagPage>(`/api/admin/search/features?${query}`);
        flags.push(...page.features);
        total = page.features.length === 0 ? 0 : page.total;
        progress.update(flags.length, total);
    }
    progress.end();
    return {
        json: { flags },
        text: table(
            ['Flag', 'Project', 'Type', 'On in', 'Description'],
            flags.map((flag) => [flag.name, flag.project, flag.type, onIn(flag), flag.description?.slice(0, 60)]),
            {
                paint: (text) => output.paint('bold', text),
                empty: 'No flag matches. `halyard flag create <name>` creates one.',
            },
        ),
    };
}

const onIn = ({ environments }: FlagRow) =>
    environments.flatMap(({ name, enabled }) => (enabled ? name : [])).join(', ') || '–';

export async function showFlag(options: FlagOptions, context: CliContext): Promise<Result> {
    const { output } = context;
    const service = await serviceOf(context);
    const flag = await service.get<Flag>(await addressOf(service, options));
    const lines = flag.environments.flatMap(({ name, enabled, strategies, variants = [] }) => [
        `${enabled ? output.paint('green', '● on ') : output.paint('dim', '○ off')} ${plain(name)}`,
        ...strategies.map(({ name: type, title, disabled, constraints }) =>
            plain(
                `        ${title || type}${constraints.length > 0 ? `, ${constraints.length} constraints` : ''}${disabled ? ' (disabled)' : ''}`,
            ),
        ),
        ...variants.map((variant) => plain(`        variant ${variant.name}, ${variant.weight / 10} %`)),
    ]);
    const about = [flag.type, `project ${flag.project}`, flag.stale ? 'stale' : []].flat().join(', ');
    return {
        json: flag,
        text: [
            `${output.paint('bold', plain(flag.name))}  ${plain(about)}`,
            ...(flag.description ? [plain(flag.description)] : []),
            ...lines,
        ].join('\n'),
    };
}

export async function createFlag(
    {
        name,
        project,
        type,
        description,
        impressionData,
        dryRun,
    }: {
        name: string;
        project: string;
        type: string;
        description: string | undefined;
        impressionData: boolean;
    } & DryRunOptions,
    context: CliContext,
): Promise<Result> {
    const service = await serviceOf(context);
    const body = { name, type, impressionData, ...(description !== undefined && { description }) };
    return changeOrRehearse(context, service, {
        ...{ method: 'POST', path: `/api/admin/projects/${encodeURIComponent(project)}/features`, body, dryRun },
        result: (flag) => ({
            json: flag,
            text: done(
                context,
                `${name} was created and is off in all environments. Turn it on: halyard flag on ${name} -e development`,
            ),
        }),
    });
}

const switchTo = (state: 'on' | 'off') =>
    async function switchFlag(
        options: FlagOptions & DryRunOptions & { environment: string },
        context: CliContext,
    ): Promise<Result> {
        const service = await serviceOf(context);
        const flag = await addressOf(service, options);
        const path = `${flag}/environments/${encodeURIComponent(options.environment)}/${state}`;
        return inEnvironment(service, { environment: options.environment, project: projectIn(flag) }, () =>
            changeOrRehearse(context, service, {
                ...{ method: 'POST', path, dryRun: options.dryRun },
                result: () => ({
                    json: { name: options.name, environment: options.environment, enabled: state === 'on' },
                    text: done(context, `${options.name} is ${state} in ${options.environment}`),
                }),
            }),
        );
    };

export const turnOn = switchTo('on');
export const turnOff = switchTo('off');

export async function archiveFlag(options: FlagOptions & DryRunOptions, context: CliContext): Promise<Result> {
    const service = await serviceOf(context);
    const path = await addressOf(service, options);
    return changeOrRehearse(context, service, {
        ...{ method: 'DELETE', path, dryRun: options.dryRun },
        result: () => ({
            json: { name: options.name, archived: true },
            text: done(
                context,
                `${options.name} is archived; SDKs no longer receive it. To undo: halyard flag revive ${options.name}`,
            ),
        }),
    });
}

export async function reviveFlag(
    { name, dryRun }: { name: string } & DryRunOptions,
    context: CliContext,
): Promise<Result> {
    const service = await serviceOf(context);
    const path = `/api/admin/archive/revive/${encodeURIComponent(name)}`;
    return changeOrRehearse(context, service, {
        ...{ method: 'POST', path, dryRun },
        result: () => ({
            json: { name, archived: false },
            text: done(context, `${name} is revived and off in all environments`),
        }),
    });
}

export const done = ({ output }: CliContext, text: string) => `${output.paint('green', '✓')} ${plain(text)}`;

interface Effect {
    changes: {
        environment: string;
        name: string;
        before: { sentences: string[] };
        after: { sentences: string[] };
    }[];
    who: Parameters<typeof affectedLines>[0];
    /** Present if the change would be refused. */
    failed?: { message: string };
}

interface ChangeOptions<T> {
    method: 'POST' | 'PUT' | 'DELETE';
    path: string;
    body?: unknown;
    dryRun: boolean;
    result: (response: T) => Result;
}

/** Makes the change, or shows its effect. */
export async function changeOrRehearse<T>(
    context: CliContext,
    service: ServiceClient,
    { dryRun, result, ...change }: ChangeOptions<T>,
): Promise<Result> {
    if (dryRun) return rehearse(context, service, change);
    return result(await service.change<T>(change.method, change.path, change.body));
}

/** Sends the request as a rehearsal: the service returns its effect and changes nothing. */
async function rehearse(
    { output }: CliContext,
    service: ServiceClient,
    { method, path, body }: { method: string; path: string; body?: unknown },
): Promise<Result> {
    const headers = { prefer: 'what-if' };
    const { changes, who, failed } = (await service.requestOk(method, path, { body, headers })).body as Effect;
    if (failed) throw new CommandError(plain(failed.message));
    const lines = changes.flatMap(({ environment, name, before, after }) => {
        const { removed, added } = changedSentences(before.sentences, after.sentences);
        return [
            `${name} in ${environment}`,
            ...removed.map((text) => `  - ${text}`),
            ...added.map((text) => `  + ${text}`),
        ];
    });
    const affected = affectedLines(who);
    return {
        json: { dryRun: true, method, path, ...(body !== undefined && { body }), changes, who },
        text: [
            output.paint('dim', 'Nothing was changed. The command would have this effect:'),
            ...(lines.length === 0 ? ['No change for SDKs.'] : lines.map(plain)),
            ...(affected.length === 0 ? [] : ['Affected contexts', ...affected.map(plain)]),
        ].join('\n'),
    };
}

/** Returns the project in the path of a flag. */
export const projectIn = (path: string): string => decodeURIComponent(path.split('/')[4]!);

/** Returns the path of a flag. Flag names are unique, so the service can find a missing project. */
export async function addressOf(service: ServiceClient, { name, project }: FlagOptions): Promise<string> {
    const projectId = project ?? (await projectOf(service, name));
    return `/api/admin/projects/${encodeURIComponent(projectId)}/features/${encodeURIComponent(name)}`;
}

export async function projectOf(service: ServiceClient, name: string): Promise<string> {
    const query = new URLSearchParams({ name: `IS:${name}`, limit: '1' });
    const { features } = await service.get<FlagPage>(`/api/admin/search/features?${query}`);
    const [flag] = features;
    if (flag) return flag.project;
    const near = await service.get<FlagPage>(
        `/api/admin/search/features?${new URLSearchParams({ query: name, limit: '3' })}`,
    );
    const names = near.features.map((flag) => plain(flag.name));
    throw new FlagNotFound(
        `There is no flag ${name}${names.length > 0 ? `. Did you mean ${names.join(', ')}?` : ', or it is archived. `halyard flag list` lists all flags.'}`,
    );
}
