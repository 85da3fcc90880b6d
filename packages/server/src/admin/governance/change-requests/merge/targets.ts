import { actionNamed, affects } from '../../../../changes/action-registry.ts';
import type { CurrentObjects } from '../../../../changes/action-rules.ts';
import type { ProjectEnvironment } from '../../../../core/access/project-environment.ts';
import { asRecord, isRecord } from '../../../../core/json/is-record.ts';
import { chunked } from '../../../../storage/chunked.ts';
import type { Db } from '../../../../storage/database.ts';
import type { StoredReference } from '../../../../storage/tables/change-requests.ts';
import { toSegment } from '../../../catalogue/segments/segment.queries.ts';
import { segmentTarget } from '../../../catalogue/segments/segment.target.ts';
import type { FeatureStrategy } from '../../../catalogue/strategy-rules/strategy.schemas.ts';
import { findFlags } from '../../../flags/flags/flag.queries.ts';
import { listStrategies } from '../../../flags/strategies/strategy.queries.ts';
import { mergedTargetOf } from './merge.ts';
import { strategiesIn } from './references.ts';

export interface ChangeAddress {
    feature: string | null;
    action: string;
    payload: unknown;
    snapshot?: unknown;
}

/** The targets of changes, read at one point in time. */
export interface Targets {
    /** The target in the format of snapshots; null: it was deleted; undefined: the change does not replace an object. */
    of(change: ChangeAddress): unknown;
    /** The reason why the flag of the change cannot be changed, if any. */
    problemOf(change: ChangeAddress): string | undefined;
    /** The current content of the objects that the strategy of the change refers to. */
    referencesOf(change: ChangeAddress): StoredReference[];
    /** The strategies that a flag has in the environment. */
    strategiesOf(flag: string): readonly FeatureStrategy[];
}

/** Reads the targets of changes with a few queries. */
export async function loadTargets(
    db: Db,
    { project, environment }: ProjectEnvironment,
    changes: readonly ChangeAddress[],
): Promise<Targets> {
    const names = [...new Set(changes.flatMap(({ feature }) => feature ?? []))];
    const [flags, strategies, environments] = await Promise.all([
        findFlags(db, names),
        listStrategies(db, names, environment),
        flagEnvironments(db, names, environment),
    ]);
    const strategiesOf = (flag: string) => strategies.get(flag)?.get(environment) ?? [];
    const templates = await releaseTemplates(db, changes.flatMap(templateIdOf));
    const templatesIn = (change: ChangeAddress) => templateIdOf(change).flatMap((id) => templates.get(id) ?? []);
    const usedBy = (change: ChangeAddress) => [
        ...strategiesIn(change, strategiesOf),
        ...templatesIn(change).flatMap(({ milestones }) => milestones.flatMap((milestone) => milestone.strategies)),
    ];
    const used = changes.flatMap(usedBy);
    const [segments, types] = await Promise.all([
        segmentsById(db, [...new Set([...changes.flatMap(segmentIdOf), ...used.flatMap((each) => each.segments)])]),
        editableTypes(db, [...new Set(used.map(({ name }) => String(name)))]),
    ]);
    const objects: CurrentObjects = {
        strategies: strategiesOf,
        environment: (flag) => environments.get(flag),
        segment: (id) => segments.get(id),
    };
    return {
        strategiesOf,
        referencesOf(change) {
            const named = usedBy(change);
            const ids = [...new Set(named.flatMap((strategy) => strategy.segments))].sort((a, b) => a - b);
            const names = [...new Set(named.map(({ name }) => String(name)))].sort();
            return [
                ...ids
                    .flatMap((id) => segments.get(id) ?? [])
                    .map(({ id, name, constraints }) => ({ type: 'segment' as const, id, name, constraints })),
                ...names
                    .flatMap((name) => types.get(name) ?? [])
                    .map((type) => ({ type: 'strategyType' as const, ...type })),
                ...templatesIn(change).map((template) => ({ type: 'releaseTemplate' as const, ...template })),
            ];
        },
        of(change) {
            return mergedTargetOf(change.action)?.current(objects, change);
        },
        problemOf({ feature, action }) {
            const effect = actionNamed(action)?.flag;
            if (feature === null || effect === 'created') return undefined;
            const flag = flags.get(feature);
            if (flag?.project !== project) return `Flag ${feature} no longer exists in project ${project}.`;
            if (flag.archived_at === null || effect === 'revived') return undefined;
            return `Flag ${feature} is archived.`;
        },
    };
}

/** Returns the base of a change, read in the same way as for the later merge; null if it has none. */
export async function snapshotOf(
    db: Db,
    target: ProjectEnvironment,
    { feature, action, payload }: { feature?: string | null; action: string; payload?: unknown },
): Promise<unknown> {
    const change = { feature: feature ?? null, action, payload };
    return (await loadTargets(db, target, [change])).of(change) ?? null;
}

/** Returns the id of the release template that the change copies, if any. */
const templateIdOf = ({ action, payload }: ChangeAddress): string[] =>
    isRecord(payload) ? [actionNamed(action)?.template?.(payload) ?? []].flat() : [];

async function releaseTemplates(db: Db, ids: readonly string[]) {
    if (ids.length === 0) return new Map<string, never>();
    const rows = await db
        .selectFrom('release_templates')
        .select(['id', 'name', 'milestones'])
        .where('id', 'in', ids)
        .execute();
    return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the id of the segment that the change concerns, if any. */
export const segmentIdOf = (change: ChangeAddress): number[] =>
    affects(change.action, segmentTarget) ? [Number(asRecord(change.payload)['id'])] : [];

async function flagEnvironments(db: Db, names: readonly string[], environment: string) {
    const result = new Map<string, { enabled: boolean; variants: unknown }>();
    for (const chunk of chunked(names)) {
        const rows = await db
            .selectFrom('flag_environments')
            .select(['flag', 'enabled', 'variants'])
            .where('flag', 'in', chunk)
            .where('environment', '=', environment)
            .execute();
        for (const { flag, ...state } of rows) result.set(flag, state);
    }
    return result;
}

async function segmentsById(db: Db, ids: readonly number[]) {
    const result = new Map<number, ReturnType<typeof toSegment>>();
    for (const chunk of chunked(ids)) {
        const rows = await db.selectFrom('segments').selectAll().where('id', 'in', chunk).execute();
        for (const row of rows) result.set(row.id, toSegment(row));
    }
    return result;
}

/** Returns the custom strategy types. Built-in types have fixed parameters. */
async function editableTypes(db: Db, names: readonly string[]) {
    const result = new Map<string, { name: string; parameters: unknown[] }>();
    for (const chunk of chunked(names)) {
        const rows = await db
            .selectFrom('strategy_types')
            .select(['name', 'parameters'])
            .where('name', 'in', chunk)
            .where('editable', '=', true)
            .execute();
        for (const row of rows) result.set(row.name, row);
    }
    return result;
}
