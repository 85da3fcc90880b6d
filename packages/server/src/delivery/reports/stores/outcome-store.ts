import { randomUUID } from 'node:crypto';
import { chunked } from '../../../storage/chunked.ts';
import type { Tx } from '../../../storage/database.ts';
import { toOutcomeCounts } from '../../outcomes/outcome-counts.ts';
import { type OutcomeEntry, outcomeKey } from '../../outcomes/outcome-entry.ts';
import { MAX_OUTCOME_NAMES } from '../../outcomes/outcome-limits.ts';
import { forgetPending, storeSignals } from './assignment-store.ts';
import { METRIC_STORE } from './metric-store.ts';
import { type ReportStore, sortByKey } from './report-store.ts';

/** Names that a token did not report for this long make room for others. */
const NAME_HOURS = 35 * 24;
const ID_HOURS = 24;
/** Samples of traffic are at most a day old. */
const SAMPLE_HOURS = 25;

export const OUTCOME_STORE: ReportStore<OutcomeEntry> = {
    async store(tx, all, context) {
        const named = await withinNames(tx, all, context);
        if (named.length < all.length) context.drop('name', all.length - named.length);
        const fresh = await withoutRepeated(tx, sortByKey(named, outcomeKey), context.now);
        await METRIC_STORE.store(tx, toOutcomeCounts(fresh, new Date(context.now)), context);
        await storeKept(tx, fresh, context.now);
        await storeSignals(tx, inOrderOfArrival(named, fresh), context.now);
    },
    async forget(tx, { hoursAgo }) {
        await tx.deleteFrom('outcome_ids').where('received_at', '<', hoursAgo(ID_HOURS)).execute();
        await forgetPending(tx, hoursAgo);
        await tx.deleteFrom('outcome_names').where('seen_at', '<', hoursAgo(NAME_HOURS)).execute();
        await tx.deleteFrom('deleted_units').where('deleted_at', '<', hoursAgo(SAMPLE_HOURS)).execute();
        const settings = await tx.selectFrom('outcome_settings').select(['project', 'keep_days']).execute();
        for (const { project, keep_days } of settings) {
            const oldest = hoursAgo(24 * keep_days);
            await tx.deleteFrom('outcomes').where('project', '=', project).where('received_at', '<', oldest).execute();
        }
        const keeping = settings.filter(({ keep_days }) => keep_days > 0).map(({ project }) => project);
        await tx
            .deleteFrom('outcomes')
            .$if(keeping.length > 0, (rows) => rows.where('project', 'not in', keeping))
            .execute();
    },
};

/** Entries are sorted by key before they are stored, but the first signal of a unit decides. */
function inOrderOfArrival(all: readonly OutcomeEntry[], selected: readonly OutcomeEntry[]): OutcomeEntry[] {
    const chosen = new Set(selected);
    return all.filter((entry) => entry.signals !== undefined && chosen.has(entry));
}

/** Leaves out the outcomes of a token with further names than it may use. Exposures are named after existing flags. */
async function withinNames(
    tx: Tx,
    entries: readonly OutcomeEntry[],
    { now }: { now: string },
): Promise<OutcomeEntry[]> {
    const outcomes = entries.filter(({ signal }) => signal === 'outcome');
    const admitted = new Map<number, Set<string>>();
    for (const [tokenId, ofToken] of Map.groupBy(outcomes, ({ reporter }) => reporter.tokenId)) {
        admitted.set(tokenId, await admitNames(tx, { tokenId, names: new Set(ofToken.map(({ name }) => name)), now }));
    }
    return entries.filter(
        ({ signal, name, reporter }) => signal !== 'outcome' || admitted.get(reporter.tokenId)!.has(name),
    );
}

async function admitNames(
    tx: Tx,
    { tokenId, names, now }: { tokenId: number; names: ReadonlySet<string>; now: string },
): Promise<Set<string>> {
    const rows = await tx
        .selectFrom('outcome_names')
        .select(['name', 'seen_at'])
        .where('token_id', '=', tokenId)
        .execute();
    const known = new Map(rows.map(({ name, seen_at }) => [name, seen_at]));
    const added = [...names].filter((name) => !known.has(name)).slice(0, Math.max(MAX_OUTCOME_NAMES - known.size, 0));
    // Once a day is sufficient, and spares a row of the database for each report.
    const isNewDay = (name: string) => known.get(name)?.slice(0, 10) !== now.slice(0, 10);
    const seen = [...names]
        .filter((name) => known.has(name) && isNewDay(name))
        .concat(added)
        .sort();
    for (const part of chunked(seen)) {
        await tx
            .insertInto('outcome_names')
            .values(part.map((name) => ({ token_id: tokenId, name, seen_at: now })))
            .onConflict((conflict) => conflict.columns(['token_id', 'name']).doUpdateSet({ seen_at: now }))
            .execute();
    }
    return new Set([...names].filter((name) => known.has(name)).concat(added));
}

/** Leaves out entries whose id was stored in the last 24 hours. */
async function withoutRepeated(tx: Tx, entries: readonly OutcomeEntry[], now: string): Promise<OutcomeEntry[]> {
    const keyed = entries.filter(({ id }) => id !== undefined).map(outcomeKey);
    const expired = new Date(Date.parse(now) - ID_HOURS * 3_600_000).toISOString();
    const fresh = new Set<string>();
    for (const part of chunked([...new Set(keyed)])) {
        const inserted = await tx
            .insertInto('outcome_ids')
            .values(part.map((id) => ({ id, received_at: now })))
            .onConflict((conflict) =>
                conflict.column('id').doUpdateSet({ received_at: now }).where('outcome_ids.received_at', '<', expired),
            )
            .returning('id')
            .execute();
        for (const { id } of inserted) fresh.add(id);
    }
    return entries.filter((entry) => entry.id === undefined || fresh.has(outcomeKey(entry)));
}

/** Evaluations are not kept. */
const storedSignal = ({ signal }: OutcomeEntry): 'outcome' | 'exposure' =>
    signal === 'exposure' ? 'exposure' : 'outcome';

async function storeKept(tx: Tx, entries: readonly OutcomeEntry[], now: string): Promise<void> {
    const kept = entries.flatMap((entry) =>
        (entry.kept ?? []).map((each) => ({ id: randomUUID(), entry, signal: storedSignal(entry), ...each })),
    );
    // The project may have been deleted, or may have stopped to store outcomes, since they arrived.
    const keeping = await tx.selectFrom('outcome_settings').select('project').where('keep_days', '>', 0).execute();
    const projects = new Set(keeping.map(({ project }) => project));
    const stored = kept.filter(({ project }) => projects.has(project));
    for (const part of chunked(stored)) {
        const rows = part.map(({ id, project, entry, signal, context = null }) => ({
            ...{ id, project, environment: entry.environment, signal, name: entry.name },
            ...{ variant: entry.variant, at: new Date(entry.at).toISOString(), received_at: now, count: entry.count },
            value: JSON.stringify(entry.valueCount > 0 ? entry.sum : null),
            reporter: entry.reporter.kind,
            context,
        }));
        await tx.insertInto('outcomes').values(rows).execute();
    }
    const units = stored.flatMap(({ id, units: ofOutcome }) =>
        ofOutcome.map(([field, hash, sealed = null]) => ({ outcome_id: id, field, hash, value: sealed })),
    );
    for (const part of chunked(units)) await tx.insertInto('outcome_units').values(part).execute();
}
