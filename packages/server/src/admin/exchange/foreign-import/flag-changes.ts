import { describeFlag, type StrategyDefinition } from '@halyard/engine';
import { isUnchanged } from '../../../changes/event-log.ts';
import type { NewEvent } from '../../../core/events/event-types.ts';
import type { ReportedFlag } from '../../../import/report.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';

/** The effect of an import on one flag. */
export interface FlagChange extends Required<Pick<ReportedFlag, 'change' | 'differences'>> {
    name: string;
}

/** The members of events about flags. */
type FlagEvent = NewEvent & { featureName?: string; environment?: string };

/** Returns the effect of an import on its flags, except for archived ones, which are skipped. */
export async function flagChanges(
    db: Db,
    names: ReadonlySet<string>,
    events: readonly FlagEvent[],
): Promise<FlagChange[]> {
    const effective = events.filter((event) => !isUnchanged(event));
    const byFlag = Map.groupBy(effective, ({ featureName }) => featureName ?? '');
    const archived = await archivedAmong(db, names);
    const segments = await db.selectFrom('segments').select(['id', 'name']).execute();
    const segmentNames = new Map(segments.map(({ id, name }) => [id, name]));
    return [...names].flatMap((name): FlagChange[] => {
        if (archived.has(name)) return [];
        const own = byFlag.get(name) ?? [];
        if (own.some(({ type }) => type === 'feature-created')) return [{ name, change: 'new', differences: [] }];
        const differences = [...new Set([...strategyDifferences(own, segmentNames), ...own.flatMap(differenceIn)])];
        return [{ name, change: own.length === 0 ? 'unchanged' : 'replaced', differences }];
    });
}

async function archivedAmong(db: Db, names: ReadonlySet<string>): Promise<Set<string>> {
    const archived = new Set<string>();
    for (const chunk of chunked([...names])) {
        const rows = await db
            .selectFrom('flags')
            .select('name')
            .where('name', 'in', chunk)
            .where('archived_at', 'is not', null)
            .execute();
        for (const { name } of rows) archived.add(name);
    }
    return archived;
}

/** The strategies of an environment are replaced together, so the events contain all strategies before and after. */
function strategyDifferences(events: readonly FlagEvent[], segmentNames: ReadonlyMap<number, string>): string[] {
    const sentencesOf = (strategies: readonly unknown[]) =>
        // Events contain strategies in the format of the API, which is that of definitions.
        describeFlag({ name: '', enabled: true, strategies: strategies as StrategyDefinition[] }, (id) =>
            segmentNames.get(id),
        ).slice(1);
    const replaced = events.filter(({ type }) => type === 'feature-strategy-remove' || type === 'feature-strategy-add');
    return [...Map.groupBy(replaced, ({ environment }) => environment)].flatMap(([environment, own]) => {
        const before = sentencesOf(own.flatMap(({ preData }) => preData ?? []));
        const after = sentencesOf(own.flatMap(({ data }) => data ?? []));
        const removed = before.filter((sentence) => !after.includes(sentence));
        const added = after.filter((sentence) => !before.includes(sentence));
        const differences = [...removed.map((each) => `no longer: ${each}`), ...added.map((each) => `now: ${each}`)];
        return (differences.length > 0 ? differences : ['the strategies have another order']).map(
            (each) => `In ${environment}, ${each}`,
        );
    });
}

function differenceIn({ type, environment, preData, data }: FlagEvent): string[] {
    switch (type) {
        case 'feature-strategy-remove':
        case 'feature-strategy-add':
            return [];
        case 'feature-environment-enabled':
            return [`In ${environment}, it is turned on`];
        case 'feature-environment-disabled':
            return [`In ${environment}, it is turned off`];
        case 'feature-metadata-updated': {
            const [before, after] = [preData, data] as Record<string, unknown>[];
            const changed = Object.keys(after!).filter(
                (key) => JSON.stringify(before?.[key]) !== JSON.stringify(after![key]),
            );
            return changed.map((key) => `Its ${key} becomes ${JSON.stringify(after![key])}`);
        }
        default: {
            const { value } = (data ?? preData ?? {}) as { value?: unknown };
            return [`${type.replace(/^feature-/, '').replaceAll('-', ' ')}${value === undefined ? '' : `: ${value}`}`];
        }
    }
}
