import { sql } from 'kysely';
import type { DueItem } from '../../../changes/due-work/due-kind.ts';
import { notFound } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import type { SafeguardState } from '../../../storage/tables/safeguards.ts';
import type { NewSafeguard, Safeguard, ThresholdEvaluation } from './safeguard.schemas.ts';

/** A metric against a number, as stored. */
export type ThresholdRule = {
    impactMetric: Required<Omit<NewSafeguard['impactMetric'], 'id'>>;
    triggerCondition: NewSafeguard['triggerCondition'];
};

export interface FlagEnvironmentAddress {
    project: string;
    featureName: string;
    environment: string;
}

export interface StoredSafeguard extends FlagEnvironmentAddress {
    id: number;
    rule: ThresholdRule;
    state: SafeguardState | null;
    checkedAt: string | null;
    checkAt: string;
}

const selectSafeguards = (db: Db) =>
    db
        .selectFrom('safeguards')
        .innerJoin('flags', 'flags.name', 'safeguards.flag')
        .select(['safeguards.id', 'safeguards.flag', 'safeguards.environment', 'flags.project'])
        .select(['safeguards.content', 'safeguards.state', 'safeguards.checked_at', 'safeguards.check_at']);

type Row = Awaited<ReturnType<ReturnType<typeof selectSafeguards>['executeTakeFirstOrThrow']>>;

const toStored = ({ id, flag, environment, project, content, state, checked_at, check_at }: Row): StoredSafeguard => ({
    ...{ id, project, featureName: flag, environment, state },
    // The rule was validated before it was stored.
    rule: content as ThresholdRule,
    checkedAt: checked_at,
    checkAt: check_at,
});

/** Returns the safeguards of a flag in an environment. */
export async function listSafeguards(
    db: Db,
    { featureName, environment }: Omit<FlagEnvironmentAddress, 'project'>,
): Promise<StoredSafeguard[]> {
    const rows = await selectSafeguards(db)
        .where('safeguards.flag', '=', featureName)
        .where('safeguards.environment', '=', environment)
        .where('safeguards.plan', 'is', null)
        .orderBy('safeguards.id')
        .execute();
    return rows.map(toStored);
}

export async function findSafeguard(db: Db, id: number): Promise<StoredSafeguard | undefined> {
    const row = await selectSafeguards(db).where('safeguards.id', '=', id).executeTakeFirst();
    return row && toStored(row);
}

/** Returns a safeguard only if it belongs to the flag environment. */
export async function getSafeguard(db: Db, address: FlagEnvironmentAddress, id: string): Promise<StoredSafeguard> {
    const all = await listSafeguards(db, address);
    const safeguard = all.find((each) => String(each.id) === id);
    if (!safeguard) throw notFound(`safeguard ${id} of flag ${address.featureName} in ${address.environment}`);
    return safeguard;
}

export async function listEvaluations(
    db: Db,
    id: number,
    { limit, offset }: { limit: number; offset: number },
): Promise<ThresholdEvaluation[]> {
    const rows = await db
        .selectFrom('safeguard_evaluations')
        .select('content')
        .where('safeguard', '=', id)
        .orderBy('at', 'desc')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute();
    return rows.map(({ content }) => content as ThresholdEvaluation);
}

/** Returns a safeguard in the format of the API, with its last evaluation. */
export async function describeSafeguard(db: Db, safeguard: StoredSafeguard): Promise<Safeguard> {
    const { id, state, checkedAt } = safeguard;
    const [evaluation = null] = await listEvaluations(db, id, { limit: 1, offset: 0 });
    return { ...toSafeguard(safeguard), state, checkedAt, evaluation };
}

/** A safeguard without its state, as in events. */
export function toSafeguard({ id, rule, project, featureName, environment }: Omit<StoredSafeguard, 'checkAt'>) {
    return {
        id: String(id),
        impactMetric: { id: String(id), ...rule.impactMetric },
        triggerCondition: rule.triggerCondition,
        action: { type: 'disableFeatureEnvironment' as const, featureName, environment, project },
    };
}

const selectWatched = (db: Db) =>
    db
        .selectFrom('safeguards')
        .innerJoin('flags', 'flags.name', 'safeguards.flag')
        .where('flags.archived_at', 'is', null);

/** Returns the time after `after` at which the next safeguard is checked. */
export async function nextCheck(db: Db, after: string): Promise<string | undefined> {
    const row = await selectWatched(db)
        .select('safeguards.check_at')
        .where('safeguards.check_at', '>', after)
        .orderBy('safeguards.check_at')
        .limit(1)
        .executeTakeFirst();
    return row?.check_at;
}

const PAGE = 100;

/** Returns the next safeguards to check after another one, earliest first. */
export function dueChecks(db: Db, { now, after }: { now: string; after: DueItem | undefined }): Promise<DueItem[]> {
    return selectWatched(db)
        .select(['safeguards.id', 'safeguards.check_at as at', 'flags.project', 'safeguards.environment'])
        .where('safeguards.check_at', '<=', now)
        .$if(after !== undefined, (query) =>
            query.where(sql<boolean>`(safeguards.check_at, safeguards.id) > (${after!.at}, ${after!.id})`),
        )
        .orderBy('safeguards.check_at')
        .orderBy('safeguards.id')
        .limit(PAGE)
        .execute();
}
