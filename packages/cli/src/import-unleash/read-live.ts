import { CommandError } from '../program/command.ts';
import type { Progress } from '../program/output.ts';
import type { ServiceClient } from '../remote/service.ts';
import { addExported, type Exported, unordered } from './exported.ts';
import {
    emptyInstance,
    type Instance,
    type UnleashEnvironment,
    type UnleashFlag,
    type UnleashProject,
    type UnleashSegment,
} from './instance.ts';
import { readPeople, readTokens } from './read-people.ts';

const PAGE = 1_000;

interface Listed<T> {
    [list: string]: T[];
}

/** Reads everything that the credential may read, from Unleash or Halyard: both have the same API. */
export async function readLive(service: ServiceClient, progress: Progress): Promise<Instance> {
    const { environments } = await service.get<Listed<UnleashEnvironment>>('/api/admin/environments');
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
    instance.projects = await readProjects(service);
    instance.contextFields = await service.get('/api/admin/context');
    instance.tagTypes = (await service.get<Listed<{ name: string }>>('/api/admin/tag-types'))['tagTypes'] ?? [];
    const { strategies = [] } = await service.get<Listed<StrategyType>>('/api/admin/strategies');
    instance.strategyTypes = strategies
        .filter(({ editable }) => editable)
        .map(({ name, title, description, parameters, deprecated }) => ({
            name,
            title,
            description,
            parameters,
            deprecated,
        }));
    instance.segments = await readSegments(service);
    const flags = new Map<string, UnleashFlag>();
    const exports: [environment: string, exported: Exported][] = [];
    for (const { name: environment } of environments) {
        next(`flags in ${environment}`);
        exports.push([environment, await exportOf(service, environment)]);
    }
    next('the order of strategies');
    const order = await readOrder(
        service,
        exports.map(([, exported]) => exported),
    );
    for (const [environment, exported] of exports) {
        const featureStrategies = exported.featureStrategies.map((strategy) => ({
            ...strategy,
            sortOrder: strategy.sortOrder ?? order.get(strategy.id ?? '') ?? 0,
        }));
        addExported(flags, environment, { ...exported, featureStrategies });
    }
    instance.flags = [...flags.values()];
    next('archive');
    instance.archived = await readArchive(service);
    next('people');
    await readPeople(service, instance);
    next('tokens');
    await readTokens(service, instance);
    return instance;
}

interface StrategyType {
    name: string;
    title: string | null;
    description: string | null;
    editable: boolean;
    deprecated: boolean;
    parameters: unknown[];
}

const exportOf = (service: ServiceClient, environment: string) =>
    service.send<Exported>('POST', '/api/admin/features-batch/export', { environment, features: [] });

/** The number of concurrent requests, one per flag. */
const AT_ONCE = 4;

/** Reads the order of strategies, which decides the variant but is missing in exports of Unleash. */
async function readOrder(service: ServiceClient, exports: readonly Exported[]): Promise<Map<string, number>> {
    const unorderedFlags = new Set(exports.flatMap((exported) => [...unordered(exported)]));
    const projects = new Map(
        exports.flatMap(({ features }) => features.map(({ name, project = 'default' }) => [name, project] as const)),
    );
    const positions = new Map<string, number>();
    const names = [...unorderedFlags];
    for (let first = 0; first < names.length; first += AT_ONCE) {
        const paths = names
            .slice(first, first + AT_ONCE)
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

async function readProjects(service: ServiceClient): Promise<UnleashProject[]> {
    const { projects = [] } = await service.get<Listed<UnleashProject>>('/api/admin/projects');
    const read: UnleashProject[] = [];
    for (const { id, name, description, mode } of projects) {
        const path = encodeURIComponent(id);
        const [overview, used] = await Promise.all([
            service.find<{ defaultStickiness?: string }>(`/api/admin/projects/${path}/overview`),
            service.get<Listed<{ name: string; visible?: boolean }>>(`/api/admin/environments/project/${path}`),
        ]);
        read.push({
            id,
            name,
            description: description ?? null,
            mode: mode ?? 'open',
            defaultStickiness: overview?.defaultStickiness ?? 'default',
            environments: (used['environments'] ?? []).flatMap((each) => (each.visible === false ? [] : each.name)),
            access: [],
        });
    }
    return read;
}

/** The export contains only the name of a segment. */
async function readSegments(service: ServiceClient): Promise<UnleashSegment[]> {
    const { segments = [] } = await service.get<Listed<UnleashSegment>>('/api/admin/segments');
    return segments.map(({ name, description, project, constraints }) => ({
        name,
        description: description ?? null,
        project: project ?? null,
        constraints,
    }));
}

interface FlagPage {
    features: { name: string; project: string; type: string; description?: string | null }[];
    total: number;
}

/** Archived flags are imported because their names stay reserved. */
async function readArchive(service: ServiceClient): Promise<Instance['archived']> {
    const archived: Instance['archived'] = [];
    for (let total = 1; archived.length < total; ) {
        const query = new URLSearchParams({
            archived: 'IS:true',
            sortBy: 'name',
            limit: String(PAGE),
            offset: String(archived.length),
        });
        const page = await service.find<FlagPage>(`/api/admin/search/features?${query}`);
        total = page?.features.length ? page.total : 0;
        for (const { name, project, type, description } of page?.features ?? []) {
            archived.push({ name, project, type, description: description ?? null });
        }
    }
    return archived;
}
