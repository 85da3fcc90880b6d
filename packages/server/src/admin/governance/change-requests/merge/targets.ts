import type { CurrentObjects } from '../../../../changes/action-rules.ts';
import type { ProjectEnvironment } from '../../../../core/access/project-environment.ts';
import { asRecord } from '../../../../core/json/is-record.ts';
import { chunked } from '../../../../storage/chunked.ts';
import type { Db } from '../../../../storage/database.ts';
import type { StoredReference } from '../../../../storage/tables/change-requests.ts';
import { toSegment } from '../../../catalogue/segments/segment.queries.ts';
import { segmentTarget } from '../../../catalogue/segments/segment.target.ts';
import type { FeatureStrategy } from '../../../catalogue/strategies/strategy.schemas.ts';
import { findFlags } from '../../../flags/flags/flag.queries.ts';
import { listStrategies } from '../../../flags/strategies/strategy.queries.ts';
import { actionNamed, affects } from '../../proposals/registry.ts';
import { mergedTargetOf } from './merge.ts';
import { strategiesIn } from './references.ts';

/** The address of a change. */
export interface ChangeAddress {
    feature: string | null;
    action: string;
    payload: unknown;
    snapshot?: unknown;
}

/** What changes are about, as it is at one moment. */
export interface Targets {
    /** As a snapshot of it would be kept; null: it is gone; undefined: the change is about nothing that could be replaced. */
    of(change: ChangeAddress): unknown;
    /** Why nothing can be done to the flag of the change, if that is so. */
    problemOf(change: ChangeAddress): string | undefined;
    /** The current content of what the strategy of the change names outside of the request. */
    referencesOf(change: ChangeAddress): StoredReference[];
    /** The strategies that a flag has in the environment. */
    strategiesOf(flag: string): readonly FeatureStrategy[];
}

/** Reads what these changes are about, at the cost of a few queries. */
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
    const used = changes.flatMap((change) => strategiesIn(change, strategiesOf));
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
            const named = strategiesIn(change, strategiesOf);
            const ids = [...new Set(named.flatMap((strategy) => strategy.segments))].sort((a, b) => a - b);
            const names = [...new Set(named.map(({ name }) => String(name)))].sort();
            return [
                ...ids
                    .flatMap((id) => segments.get(id) ?? [])
                    .map(({ id, name, constraints }) => ({ type: 'segment' as const, id, name, constraints })),
                ...names
                    .flatMap((name) => types.get(name) ?? [])
                    .map((type) => ({ type: 'strategyType' as const, ...type })),
            ];
        },
        of(change) {
            return mergedTargetOf(change.action)?.current(objects, change);
        },
        problemOf({ feature, action }) {
            const effect = actionNamed(action)?.flag;
            if (feature === null || effect === 'created') return undefined;
            const flag = flags.get(feature);
            if (flag?.project !== project) return `There is no flag ${feature} in project ${project} any more.`;
            if (flag.archived_at === null || effect === 'revived') return undefined;
            return `Flag ${feature} is archived.`;
        },
    };
}

/** The base of a change, read in the same way as for the later merge; null for none. */
export async function snapshotOf(
    db: Db,
    place: ProjectEnvironment,
    { feature, action, payload }: { feature?: string | null; action: string; payload?: unknown },
): Promise<unknown> {
    const change = { feature: feature ?? null, action, payload };
    return (await loadTargets(db, place, [change])).of(change) ?? null;
}

/** The segment that the change is about, if it is about one. */
export const segmentIdOf = (change: ChangeAddress): number[] =>
    affects(change.action, segmentTarget) ? [Number(asRecord(change.payload)['id'])] : [];

async function flagEnvironments(db: Db, names: readonly string[], environment: string) {
    const found = new Map<string, { enabled: boolean; variants: unknown }>();
    for (const chunk of chunked(names)) {
        const rows = await db
            .selectFrom('flag_environments')
            .select(['flag', 'enabled', 'variants'])
            .where('flag', 'in', chunk)
            .where('environment', '=', environment)
            .execute();
        for (const { flag, ...state } of rows) found.set(flag, state);
    }
    return found;
}

async function segmentsById(db: Db, ids: readonly number[]) {
    const found = new Map<number, ReturnType<typeof toSegment>>();
    for (const chunk of chunked(ids)) {
        const rows = await db.selectFrom('segments').selectAll().where('id', 'in', chunk).execute();
        for (const row of rows) found.set(row.id, toSegment(row));
    }
    return found;
}

/** Types that come with the service have fixed parameters. */
async function editableTypes(db: Db, names: readonly string[]) {
    const found = new Map<string, { name: string; parameters: unknown[] }>();
    for (const chunk of chunked(names)) {
        const rows = await db
            .selectFrom('strategy_types')
            .select(['name', 'parameters'])
            .where('name', 'in', chunk)
            .where('editable', '=', true)
            .execute();
        for (const row of rows) found.set(row.name, row);
    }
    return found;
}
