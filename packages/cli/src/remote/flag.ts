import { type CliContext, CommandError } from '../program/command.ts';
import { plain } from '../program/printable.ts';
import type { Result } from '../program/result.ts';
import { table } from '../program/table.ts';
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

/** As many as the service gives at once. */
const PAGE = 100;

interface FlagOptions {
    name: string;
    project: string | undefined;
}
interface Rehearsable {
    dryRun: boolean;
}

export async function listFlags(
    asked: { query: string | undefined; project: string | undefined; archived: boolean },
    context: CliContext,
): Promise<Result> {
    const { output } = context;
    const service = await serviceOf(context);
    const words = new URLSearchParams({
        ...(asked.query && { query: asked.query }),
        ...(asked.project && { project: `IS:${asked.project}` }),
        ...(asked.archived && { archived: 'IS:true' }),
        sortBy: 'name',
        limit: String(PAGE),
    });
    const progress = output.progress('Reading flags');
    const flags: FlagRow[] = [];
    for (let total = 1; flags.length < total; ) {
        words.set('offset', String(flags.length));
        const page = await service.get<FlagPage>(`/api/admin/search/features?${words}`);
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
                empty: 'No flag matches. `halyard flag create <name>` makes one.',
            },
        ),
    };
}

const onIn = ({ environments }: FlagRow) =>
    environments.flatMap(({ name, enabled }) => (enabled ? name : [])).join(', ') || '–';

export async function showFlag(asked: FlagOptions, context: CliContext): Promise<Result> {
    const { output } = context;
    const service = await serviceOf(context);
    const flag = await service.get<Flag>(await addressOf(service, asked));
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
    } & Rehearsable,
    context: CliContext,
): Promise<Result> {
    const service = await serviceOf(context);
    const body = { name, type, impressionData, ...(description !== undefined && { description }) };
    const change = { path: `/api/admin/projects/${encodeURIComponent(project)}/features`, body };
    if (dryRun) {
        await service.send('POST', '/api/admin/features/validate', { name, projectId: project });
        return rehearsed(context, 'POST', change);
    }
    const flag = await service.send('POST', change.path, body);
    return {
        json: flag,
        text: done(context, `${name} is there, off everywhere. Turn it on: halyard flag on ${name} -e development`),
    };
}

const switched = (state: 'on' | 'off') =>
    async function turn(
        asked: FlagOptions & Rehearsable & { environment: string },
        context: CliContext,
    ): Promise<Result> {
        const service = await serviceOf(context);
        const flag = await addressOf(service, asked);
        const path = `${flag}/environments/${encodeURIComponent(asked.environment)}/${state}`;
        if (asked.dryRun) return rehearsed(context, 'POST', { path });
        await service.send('POST', path);
        return {
            json: { name: asked.name, environment: asked.environment, enabled: state === 'on' },
            text: done(context, `${asked.name} is ${state} in ${asked.environment}`),
        };
    };

export const turnOn = switched('on');
export const turnOff = switched('off');

export async function archiveFlag(asked: FlagOptions & Rehearsable, context: CliContext): Promise<Result> {
    const service = await serviceOf(context);
    const path = await addressOf(service, asked);
    if (asked.dryRun) return rehearsed(context, 'DELETE', { path });
    await service.send('DELETE', path);
    return {
        json: { name: asked.name, archived: true },
        text: done(
            context,
            `${asked.name} is archived; SDKs do not get it any more. Back: halyard flag revive ${asked.name}`,
        ),
    };
}

export async function reviveFlag(
    { name, dryRun }: { name: string } & Rehearsable,
    context: CliContext,
): Promise<Result> {
    const service = await serviceOf(context);
    const path = `/api/admin/archive/revive/${encodeURIComponent(name)}`;
    if (dryRun) return rehearsed(context, 'POST', { path });
    await service.send('POST', path);
    return { json: { name, archived: false }, text: done(context, `${name} is back, off everywhere`) };
}

const done = ({ output }: CliContext, text: string) => `${output.paint('green', '✓')} ${plain(text)}`;

/** The request that would have been sent. */
function rehearsed({ output }: CliContext, method: string, { path, body }: { path: string; body?: unknown }): Result {
    return {
        json: { dryRun: true, method, path, ...(body !== undefined && { body }) },
        text: `${output.paint('dim', 'Nothing was changed. Would send:')} ${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`,
    };
}

/** Names of flags are unique; where no project was said, the service knows it. */
async function addressOf(service: ServiceClient, { name, project }: FlagOptions): Promise<string> {
    const where = project ?? (await projectOf(service, name));
    return `/api/admin/projects/${encodeURIComponent(where)}/features/${encodeURIComponent(name)}`;
}

export async function projectOf(service: ServiceClient, name: string): Promise<string> {
    const words = new URLSearchParams({ name: `IS:${name}`, limit: '1' });
    const { features } = await service.get<FlagPage>(`/api/admin/search/features?${words}`);
    const [flag] = features;
    if (flag) return flag.project;
    const near = await service.get<FlagPage>(
        `/api/admin/search/features?${new URLSearchParams({ query: name, limit: '3' })}`,
    );
    const names = near.features.map((found) => plain(found.name));
    throw new CommandError(
        `There is no flag ${name}${names.length > 0 ? `. Did you mean ${names.join(', ')}?` : ', or it is archived. `halyard flag list` shows what there is.'}`,
    );
}
