import { CommandError } from '../program/command.ts';
import type { Progress } from '../program/output.ts';
import type { ServiceClient } from '../remote/service.ts';
import {
    addExported,
    type ExportDocument,
    flagOf,
    type RawStrategyType,
    strategyTypeOf,
    unordered,
} from './exported.ts';
import {
    emptyInstance,
    type Instance,
    type UnleashEnvironment,
    type UnleashFlag,
    type UnleashProject,
    type UnleashSegment,
} from './instance.ts';
import { readPeople, readTokens } from './read-people.ts';
import { type ReleasedFlag, readReleases } from './read-releases.ts';

/** The longest page of Unleash, which sends 50 flags if more are requested, and accepts 15 of these requests per minute. */
const PAGE = 100;

interface ListResponse<T> {
    [list: string]: T[];
}

/** Reads everything that the credential may read, from Unleash or Halyard: both have the same API. */
export async function readLive(service: ServiceClient, progress: Progress): Promise<Instance> {
    const { environments } = await service.get<ListResponse<UnleashEnvironment>>('/api/admin/environments');
    if (!environments) throw new CommandError(`The server at ${service.url} is neither Unleash nor Halyard.`);
    const total = environments.length + 5;
    let done = 0;
    const next = (title: string) => progress.update(++done, total, title);
    const instance = emptyInstance();
    instance.environments = environments.map(({ name, type, enabled, sortOrder }) => ({
        name,
        type,
        enabled,
        sortOrder,
    }));
    next('projects');
    await readProjects(service, instance);
    instance.contextFields = await service.get('/api/admin/context');
    instance.tagTypes = (await service.get<ListResponse<{ name: string }>>('/api/admin/tag-types'))['tagTypes'] ?? [];
    const { strategies = [] } = await service.get<ListResponse<RawStrategyType>>('/api/admin/strategies');
    instance.strategyTypes = strategies.map(strategyTypeOf);
    instance.segments = await readSegments(service);
    const names = environments.map(({ name }) => name);
    instance.flags = await readFlags(service, names, { onEnvironment: (name) => next(`flags in ${name}`) });
    next('archive');
    const active = await listFlags(service, 'IS:false');
    addCreationTimes(instance.flags, active);
    await readUnlistedProjects(service, instance, active);
    await readApprovals(service, instance);
    await readReleases(service, instance, active);
    const archived = await listFlags(service, 'IS:true');
    if (archived.length > 0) {
        const exported = await readFlags(service, names, { archived: archived.map(({ name }) => name) });
        const configured = new Map(exported.map((flag) => [flag.name, flag]));
        instance.archived = archived.map((flag) => configured.get(flag.name) ?? flagOf(flag));
        addCreationTimes(instance.archived, archived);
    }
    const { user } = (await service.find<{ user?: { id?: number } }>('/api/admin/user')) ?? {};
    instance.favorites.hasOwner = (user?.id ?? 0) > 0;
    instance.notes.push(
        instance.favorites.hasOwner
            ? 'Only your favourites are imported: those of other users cannot be read.'
            : 'Favourites cannot be read, because this token belongs to no user. A personal token can read those of its owner.',
    );
    instance.favorites.flags = active
        .filter(({ favorite }) => favorite)
        .map(({ name, project }) => ({ name, project }));
    next('people');
    await readPeople(service, instance);
    next('tokens');
    await readTokens(service, instance);
    return instance;
}

interface ReadFlagsOptions {
    /** Archived flags are exported only if they are listed by name. */
    archived?: string[];
    onEnvironment?: (environment: string) => void;
}

async function readFlags(
    service: ServiceClient,
    environments: readonly string[],
    { archived = [], onEnvironment }: ReadFlagsOptions,
): Promise<UnleashFlag[]> {
    const exports: [environment: string, exported: ExportDocument][] = [];
    for (const environment of environments) {
        onEnvironment?.(environment);
        const body = { environment, features: archived };
        exports.push([environment, await service.query<ExportDocument>('/api/admin/features-batch/export', body)]);
    }
    const order = await readOrder(
        service,
        exports.map(([, exported]) => exported),
    );
    const flags = new Map<string, UnleashFlag>();
    for (const [environment, exported] of exports) {
        const features = exported.features.map(({ archived: _, archivedAt: __, ...feature }) => feature);
        const featureStrategies = exported.featureStrategies.map((strategy) => ({
            ...strategy,
            sortOrder: strategy.sortOrder ?? order.get(strategy.id ?? '') ?? 0,
        }));
        addExported(flags, environment, {
            ...exported,
            features: archived.length > 0 ? features : exported.features,
            featureStrategies,
        });
    }
    return [...flags.values()];
}

/** Exports do not contain creation times. */
function addCreationTimes(flags: readonly UnleashFlag[], listed: readonly ListedFlag[]): void {
    const times = new Map(listed.map(({ name, createdAt }) => [name, createdAt ?? undefined]));
    for (const flag of flags) flag.createdAt = times.get(flag.name) ?? flag.createdAt;
}

/** The number of concurrent requests, one per flag. */
const MAX_CONCURRENT = 4;

/** Reads the order of strategies, which decides the variant but is missing in exports of Unleash. */
async function readOrder(service: ServiceClient, exports: readonly ExportDocument[]): Promise<Map<string, number>> {
    const unorderedFlags = new Set(exports.flatMap((exported) => [...unordered(exported)]));
    const projects = new Map(
        exports.flatMap(({ features }) => features.map(({ name, project = 'default' }) => [name, project] as const)),
    );
    const positions = new Map<string, number>();
    const names = [...unorderedFlags];
    for (let first = 0; first < names.length; first += MAX_CONCURRENT) {
        const paths = names
            .slice(first, first + MAX_CONCURRENT)
            .map(
                (name) =>
                    `/api/admin/projects/${encodeURIComponent(projects.get(name)!)}/features/${encodeURIComponent(name)}`,
            );
        for (const flag of await Promise.all(paths.map((path) => service.find<OrderedFlag>(path)))) {
            for (const { strategies = [] } of flag?.environments ?? []) {
                const ordered = strategies.toSorted((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0));
                for (const [position, { id }] of ordered.entries()) positions.set(id, position);
            }
        }
    }
    return positions;
}

interface OrderedFlag {
    environments: { strategies?: { id: string; sortOrder?: number }[] }[];
}

interface ApprovalSetting {
    environment: string;
    changeRequestEnabled: boolean;
    requiredApprovals?: number | null;
}

type ListedProject = Pick<UnleashProject, 'id'> & Partial<UnleashProject> & { favorite?: boolean };

async function readProjects(service: ServiceClient, instance: Instance): Promise<void> {
    const { projects = [] } = await service.get<ListResponse<ListedProject>>('/api/admin/projects');
    for (const project of projects) await readProject(service, instance, project);
}

/** The open-source edition lists only the project `default`, also if flags are in other projects of a former commercial edition. */
async function readUnlistedProjects(service: ServiceClient, instance: Instance, flags: readonly ListedFlag[]) {
    const listed = new Set(instance.projects.map(({ id }) => id));
    const unlisted = new Set(flags.flatMap(({ project }) => (listed.has(project) ? [] : project)));
    const found: string[] = [];
    for (const id of unlisted) if (await readProject(service, instance, { id })) found.push(id);
    if (found.length > 0) {
        instance.notes.push(
            `Unleash does not list these projects of flags. They are imported without members: ${found.join(', ')}.`,
        );
    }
}

/** Lists the environments that require approvals: who may approve follows from roles here, so their settings are not imported. */
async function readApprovals(service: ServiceClient, instance: Instance): Promise<void> {
    for (const { id } of instance.projects) {
        const path = `/api/admin/projects/${encodeURIComponent(id)}/change-requests/config`;
        const listed = await service.find<ApprovalSetting[]>(path);
        if (!Array.isArray(listed)) continue;
        const required = listed.filter(({ changeRequestEnabled }) => changeRequestEnabled);
        const environments = required.map(
            ({ environment, requiredApprovals }) => `${environment} (${requiredApprovals ?? 1})`,
        );
        if (environments.length === 0) continue;
        instance.notes.push(
            `Change requests and reviewers of project ${id} are not imported, because roles decide here who may approve. Set the number of required ` +
                `approvals in the settings of the project: ${environments.join(', ')}.`,
        );
    }
}

/** Returns whether the token may read the project. */
async function readProject(service: ServiceClient, instance: Instance, listed: ListedProject): Promise<boolean> {
    const path = encodeURIComponent(listed.id);
    const [overview, used] = await Promise.all([
        service.find<Partial<UnleashProject>>(`/api/admin/projects/${path}/overview`),
        service.find<ListResponse<{ name: string; visible?: boolean }>>(`/api/admin/environments/project/${path}`),
    ]);
    const { id, name = overview?.name, description = overview?.description, mode = overview?.mode, favorite } = listed;
    if (name === undefined) return false;
    instance.projects.push({
        id,
        name,
        description: description ?? null,
        mode: mode ?? 'open',
        defaultStickiness: overview?.defaultStickiness ?? 'default',
        environments: (used?.['environments'] ?? []).flatMap((each) => (each.visible === false ? [] : each.name)),
        access: [],
    });
    if (favorite) instance.favorites.projects.push(id);
    return true;
}

/** The export contains only the name of a segment. */
async function readSegments(service: ServiceClient): Promise<UnleashSegment[]> {
    const { segments = [] } = await service.get<ListResponse<UnleashSegment>>('/api/admin/segments');
    return segments.map(({ id, name, description, project, constraints }) => ({
        ...(id !== undefined && { id }),
        name,
        description: description ?? null,
        project: project ?? null,
        constraints,
    }));
}

interface ListedFlag extends ReleasedFlag {
    type: string;
    description?: string | null;
    createdAt?: string | null;
    favorite?: boolean;
}

async function listFlags(service: ServiceClient, archived: 'IS:true' | 'IS:false'): Promise<ListedFlag[]> {
    const flags: ListedFlag[] = [];
    for (let total = 1; flags.length < total; ) {
        const query = new URLSearchParams({
            archived,
            sortBy: 'name',
            limit: String(PAGE),
            offset: String(flags.length),
        });
        const page = await service.find<{ features: ListedFlag[]; total: number }>(
            `/api/admin/search/features?${query}`,
        );
        total = page?.features.length ? page.total : 0;
        flags.push(...(page?.features ?? []));
    }
    return flags;
}
