import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import type { Permission } from '../../../core/access/permissions.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { haveStrategies } from '../../../storage/strategies/strategy-rows.ts';
import { findTagTypes } from '../../catalogue/tag-types/tag-type.queries.ts';
import { findContextFields, findSegmentsByName, findStrategyTypes } from './import.queries.ts';
import type { Import, ImportData } from './import.schemas.ts';

type ImportedFlag = ImportData['features'][number];
type ImportedStrategy = ImportData['featureStrategies'][number];

interface ExistingFlag {
    name: string;
    project: string;
    archived: boolean;
}

/** The visible objects with these names, and the names used by hidden objects. */
interface NameLookup<T> {
    known: Map<string, T>;
    taken: string[];
}

export interface ImportFinding {
    message: string;
    affectedItems: string[];
}

/** The plan of an import and its obstacles. Planning changes nothing. */
export interface ImportPlan {
    /** Flags to create, and flags to overwrite; archived flags are skipped. */
    created: ImportedFlag[];
    overwritten: ImportedFlag[];
    strategies: ImportedStrategy[];
    environments: {
        featureName: string;
        enabled: boolean;
        variants: NonNullable<ImportData['featureEnvironments']>[number]['variants'];
    }[];
    newContextFields: NonNullable<ImportData['contextFields']>;
    newTagTypes: NonNullable<ImportData['tagTypes']>;
    newSegments: NonNullable<ImportData['segments']>;
    tags: { featureName: string; type: string; value: string }[];
    dependencies: NonNullable<ImportData['dependencies']>;
    links: NonNullable<ImportData['links']>;
    /** The local ids of segments in the file, without segments that are to be created. */
    segmentIds: Map<number, number>;
    duplicates: string[];
    errors: ImportFinding[];
    warnings: ImportFinding[];
    permissions: Permission[];
}

export async function planImport(
    db: Db,
    actor: AdminActor,
    { project, environment, data }: Import,
): Promise<ImportPlan> {
    const { known: existing, taken: takenFlags } = lookUpVisible(
        actor,
        await existingFlags(
            db,
            data.features.map(({ name }) => name),
        ),
    );
    const isArchived = (name: string) => existing.get(name)?.archived === true;
    const isImported = (name: string) => !isArchived(name);
    const flags = data.features.filter(({ name }) => isImported(name));
    const strategies = data.featureStrategies.filter(({ featureName }) => isImported(featureName));
    const environments = (data.featureEnvironments ?? [])
        .map(({ featureName, name, enabled, variants }) => ({ featureName: featureName ?? name, enabled, variants }))
        .filter(({ featureName }) => isImported(featureName));
    const dependencies = (data.dependencies ?? []).filter(({ feature }) => isImported(feature));
    const inFile = new Set(flags.map(({ name }) => name));
    const segments = await segmentsIn(db, actor, data, strategies, project);
    const types = await findStrategyTypes(db, unique(strategies.map(({ name }) => name)));
    const { known: fields, taken: takenFields } = lookUpVisible(
        actor,
        await findContextFields(db, unique((data.contextFields ?? []).map(({ name }) => name))),
    );
    const knownTagTypes = await findTagTypes(db, unique((data.tagTypes ?? []).map(({ name }) => name)));
    const duplicates = repeated(flags.map(({ name }) => name));

    const parts = {
        created: flags.filter(({ name }) => !existing.has(name)),
        overwritten: flags.filter(({ name }) => existing.has(name)),
        strategies,
        environments,
        newContextFields: (data.contextFields ?? []).filter(({ name }) => !fields.has(name)),
        newTagTypes: (data.tagTypes ?? []).filter(({ name }) => !knownTagTypes.has(name)),
        newSegments: segments.created,
        segmentIds: segments.ids,
        tags: (data.featureTags ?? [])
            .filter(({ featureName }) => inFile.has(featureName))
            .map(({ featureName, tagType = 'simple', tagValue }) => ({
                featureName,
                type: tagType,
                value: tagValue.trim(),
            })),
        dependencies,
        links: (data.links ?? []).filter(({ feature }) => inFile.has(feature)),
    };
    const ofOtherProjects = [...existing.values()].filter((flag) => !flag.archived && flag.project !== project);
    const strangers = [
        ...strategies.map(({ featureName }) => featureName),
        ...environments.map(({ featureName }) => featureName),
        ...dependencies.map(({ feature }) => feature),
    ].filter((name) => !inFile.has(name));
    const parents = dependencies.flatMap((entry) => entry.dependencies.map(({ feature }) => feature));
    const { known: knownParents } = lookUpVisible(
        actor,
        await existingFlags(
            db,
            parents.filter((name) => !inFile.has(name)),
        ),
    );

    return {
        ...parts,
        duplicates,
        errors: findings([
            ['These flags are in the file more than once', duplicates],
            [
                'These flags exist in another project. Rename them, or import into that project',
                ofOtherProjects.map(({ name }) => name),
            ],
            [
                'These names already exist. Use other names in the file',
                [...takenFlags, ...segments.taken, ...takenFields],
            ],
            ['These flags are not among the features of the file', unique(strangers)],
            [
                'These strategy types do not exist here. Create them first',
                unique(strategies.map(({ name }) => name)).filter((name) => !types.has(name)),
            ],
            ['These segments do not exist here. Create them first', segments.missing],
            ['These segments belong to another project', segments.foreign],
            [
                'These context fields lack legal values that the file expects. Add them first',
                (data.contextFields ?? [])
                    .filter(({ name, legalValues = [] }) => {
                        const { legalValues: known } = fields.get(name) ?? {};
                        return known && known.size > 0 && legalValues.some(({ value }) => !known.has(value));
                    })
                    .map(({ name }) => name),
            ],
            [
                'These parents of flags are neither in the file nor here',
                unique(parents).filter((name) => !inFile.has(name) && !knownParents.has(name)),
            ],
        ]),
        warnings: findings([
            [
                'These strategy types are custom: only SDKs that implement them can evaluate them',
                unique(strategies.map(({ name }) => name)).filter((name) => types.get(name) === true),
            ],
            [
                'These flags are archived here and will be skipped',
                data.features.map(({ name }) => name).filter(isArchived),
            ],
            ['These flags exist and will be overwritten', parts.overwritten.map(({ name }) => name)],
        ]),
        permissions: await permissionsFor(db, environment, parts),
    };
}

const unique = (names: readonly string[]) => [...new Set(names)];

function repeated(names: readonly string[]): string[] {
    const seen = new Set<string>();
    return unique(names.filter((name) => seen.size === seen.add(name).size));
}

const findings = (list: readonly (readonly [message: string, affectedItems: string[]])[]): ImportFinding[] =>
    list.filter(([, items]) => items.length > 0).map(([message, affectedItems]) => ({ message, affectedItems }));

/** Separates visible from hidden objects. Names are unique across both; only the names of hidden objects are revealed. */
function lookUpVisible<T extends { project: string | null }>(actor: AdminActor, byName: Map<string, T>): NameLookup<T> {
    const entries = [...byName];
    return {
        known: new Map(entries.filter(([, { project }]) => mayKnowOf(actor, project))),
        taken: entries
            .filter(([, { project }]) => !mayKnowOf(actor, project))
            .map(([name]) => name)
            .sort(),
    };
}

async function existingFlags(db: Db, names: readonly string[]): Promise<Map<string, ExistingFlag>> {
    const flags = new Map<string, ExistingFlag>();
    for (const chunk of chunked(unique(names))) {
        const rows = await db
            .selectFrom('flags')
            .select(['name', 'project', 'archived_at'])
            .where('name', 'in', chunk)
            .execute();
        for (const { name, project, archived_at } of rows)
            flags.set(name, { name, project, archived: archived_at !== null });
    }
    return flags;
}

/** Segments are identified by name: ids have no meaning on another instance. */
async function segmentsIn(
    db: Db,
    actor: AdminActor,
    data: ImportData,
    strategies: readonly ImportedStrategy[],
    project: string,
) {
    const used = new Set(strategies.flatMap(({ segments = [] }) => segments));
    const listed = new Map(
        (data.segments ?? []).filter(({ id }) => used.has(id)).map((segment) => [segment.id, segment]),
    );
    const { known, taken } = lookUpVisible(
        actor,
        await findSegmentsByName(db, unique([...listed.values()].map(({ name }) => name))),
    );
    const ids = new Map<number, number>();
    const missing: string[] = [];
    const foreign: string[] = [];
    const created: NonNullable<ImportData['segments']> = [];
    for (const id of used) {
        const segment = listed.get(id);
        const here = segment && known.get(segment.name);
        if (here && here.project !== null && here.project !== project) foreign.push(segment.name);
        else if (here) ids.set(id, here.id);
        else if (segment?.constraints) created.push(segment);
        else missing.push(segment?.name ?? `segment ${id}`);
    }
    return { ids, missing, foreign, created, taken: taken.filter((name) => !missing.includes(name)) };
}

type Parts = Pick<
    ImportPlan,
    | 'created'
    | 'overwritten'
    | 'strategies'
    | 'environments'
    | 'dependencies'
    | 'newContextFields'
    | 'newTagTypes'
    | 'newSegments'
>;

/** All permissions that an import can require. */
export const IMPORT_PERMISSIONS = [
    'UPDATE_FEATURE',
    'CREATE_FEATURE',
    'CREATE_FEATURE_STRATEGY',
    'DELETE_FEATURE_STRATEGY',
    'UPDATE_FEATURE_ENVIRONMENT',
    'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
    'UPDATE_FEATURE_DEPENDENCY',
    'CREATE_CONTEXT_FIELD',
    'CREATE_TAG_TYPE',
    'CREATE_SEGMENT',
] as const satisfies Permission[];

async function permissionsFor(db: Db, environment: string, parts: Parts): Promise<Permission[]> {
    const needs: Record<(typeof IMPORT_PERMISSIONS)[number], boolean> = {
        UPDATE_FEATURE: true,
        CREATE_FEATURE: parts.created.length > 0,
        CREATE_FEATURE_STRATEGY: parts.strategies.length > 0,
        DELETE_FEATURE_STRATEGY: await replaceStrategies(db, environment, parts.overwritten),
        UPDATE_FEATURE_ENVIRONMENT: parts.environments.length > 0,
        UPDATE_FEATURE_ENVIRONMENT_VARIANTS: parts.environments.some(({ variants = [] }) => variants.length > 0),
        UPDATE_FEATURE_DEPENDENCY: parts.dependencies.length > 0,
        CREATE_CONTEXT_FIELD: parts.newContextFields.length > 0,
        CREATE_TAG_TYPE: parts.newTagTypes.length > 0,
        CREATE_SEGMENT: parts.newSegments.length > 0,
    };
    return IMPORT_PERMISSIONS.filter((permission) => needs[permission]);
}

async function replaceStrategies(db: Db, environment: string, flags: readonly ImportedFlag[]): Promise<boolean> {
    for (const names of chunked(flags.map(({ name }) => name))) {
        if (await haveStrategies(db, names, environment)) return true;
    }
    return false;
}
