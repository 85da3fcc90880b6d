import type { AdminActor } from '../../../core/access/actor.ts';
import { shouldYield, yieldToEventLoop } from '../../../core/concurrency/yielding.ts';
import type { Db } from '../../../storage/database.ts';
import type { FlagIndex } from '../../flags/flag-index/flag-index.ts';
import type { IndexedFlag } from '../../flags/flag-index/indexed-flag.ts';
import { averageDays } from '../../flags/flag-index/time-to-production.queries.ts';
import type { FlagRow } from '../../flags/flags/flag.queries.ts';
import { hasOutlivedItsType, type Lifetimes, loadLifetimes } from '../../flags/flags/flag-staleness.queries.ts';
import type { ProjectIndex } from '../project-pages/project-index.ts';
import { type FlagConditions, healthOf } from './health.ts';
import type { InstanceFigures } from './instance-figures.schemas.ts';
import { figuresOf, timesToProductionOf } from './project-figures.ts';
import { type StalenessAt, stalenessSince } from './staleness-at.queries.ts';

const MONTHS = 12;
const WEEKS = 12;
const DAY_MS = 86_400_000;

/** Upper limits of the age groups in days. Older flags are in the last group. */
const AGES = [7, 30, 90, 180, 365];

/** A month or a week. */
interface Bin {
    name: string;
    from: string;
    /** The beginning of the next one; for the current one, now. */
    to: string;
}

/** Returns the months up to the month of `now`, oldest first. */
function monthsUntil(now: Date): Bin[] {
    const start = (ago: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1));
    return Array.from({ length: MONTHS }, (_, index) => {
        const ago = MONTHS - 1 - index;
        const from = start(ago).toISOString();
        return { name: from.slice(0, 7), from, to: (ago === 0 ? now : start(ago - 1)).toISOString() };
    });
}

/** Returns the weeks up to that of `now`, oldest first. A week begins on Monday. */
function weeksUntil(now: Date): Bin[] {
    const daysSinceMonday = (now.getUTCDay() + 6) % 7;
    const start = (ago: number) =>
        new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - daysSinceMonday - 7 * ago));
    return Array.from({ length: WEEKS }, (_, index) => {
        const ago = WEEKS - 1 - index;
        const from = start(ago).toISOString();
        return { name: from.slice(0, 10), from, to: (ago === 0 ? now : start(ago - 1)).toISOString() };
    });
}

interface Sources {
    db: Db;
    flagIndex: FlagIndex;
    projectIndex: ProjectIndex;
}

/** Returns figures of all flags that the actor can see, for now and for each of the last months. */
export async function getInstanceFigures(
    { db, flagIndex, projectIndex }: Sources,
    actor: AdminActor,
    now: Date,
): Promise<InstanceFigures> {
    const months = monthsUntil(now);
    const [lifetimes, wasStale] = await Promise.all([
        loadLifetimes(db),
        stalenessSince(db, months[0]!.from),
        projectIndex.whenCurrent(),
        flagIndex.whenCurrent(),
    ]);
    const projects = projectIndex.list(actor, { archived: false });
    const weeks = weeksUntil(now);
    // Twelve months say nothing about flags of a few weeks.
    const isOld = projects.some(({ row }) =>
        [...flagIndex.of(row.id).all].some((flag) => flag.row.overview.createdAt <= weeks[0]!.from),
    );
    const counting = new Counting([...months, ...(isOld ? [] : weeks)], lifetimes, wasStale, now);
    for (const { row } of projects) {
        const flags = flagIndex.of(row.id);
        counting.begin(row, figuresOf(flags).conditions, timesToProductionOf(flags));
        for (const flag of [...flags.all]) {
            if (shouldYield()) await yieldToEventLoop();
            counting.count(flag);
        }
    }
    return counting.figures();
}

const noFlags = (): FlagConditions => ({ total: 0, stale: 0, potentiallyStale: 0 });

type Times = { flag: string; days: number }[];

/** Null if no flag existed. */
const healthThen = (conditions: FlagConditions) => (conditions.total === 0 ? null : healthOf(conditions));
const daysOf = (times: Times) => (times.length === 0 ? null : averageDays(times));

/** Accumulates the flags of one project after the other, each flag once. */
class Counting {
    readonly #bins;
    readonly #types = new Map<string, number[]>();
    readonly #projects: {
        facts: Omit<InstanceFigures['projects'][number], 'healthByMonth'>;
        byBin: FlagConditions[];
    }[] = [];
    readonly #now = noFlags();
    readonly #times: Times = [];
    #archived = 0;

    readonly #lifetimes: Lifetimes;
    readonly #wasStale: StalenessAt;
    readonly #time: number;

    constructor(bins: Bin[], lifetimes: Lifetimes, wasStale: StalenessAt, now: Date) {
        this.#bins = bins.map((bin) => ({
            ...bin,
            created: 0,
            archived: 0,
            conditions: noFlags(),
            times: [] as Times,
        }));
        this.#lifetimes = lifetimes;
        this.#wasStale = wasStale;
        this.#time = now.getTime();
    }

    begin({ id, name }: { id: string; name: string }, conditions: FlagConditions, times: Times): void {
        add(this.#now, conditions);
        this.#times.push(...times);
        const facts = { id, name, ...conditions, health: healthOf(conditions), daysToProduction: daysOf(times) };
        this.#projects.push({ facts, byBin: this.#bins.map(noFlags) });
    }

    count({ row, isArchived, name }: IndexedFlag): void {
        const { createdAt, archivedAt, type } = row.overview;
        if (isArchived) this.#archived++;
        else this.#countAge(type, createdAt);
        const { byBin } = this.#projects.at(-1)!;
        for (const [index, bin] of this.#bins.entries()) {
            const isIn = (time: string | null | undefined) =>
                time !== null && time !== undefined && time > bin.from && time <= bin.to;
            if (isIn(createdAt)) bin.created++;
            if (isIn(archivedAt)) bin.archived++;
            if (isIn(row.inProductionSince)) bin.times.push(timeOf(name, createdAt, row.inProductionSince!));
            const isThere = createdAt <= bin.to && (archivedAt === null || archivedAt > bin.to);
            if (!isThere) continue;
            const condition = this.#conditionAt(row.stored, name, bin.to);
            add(bin.conditions, condition);
            add(byBin[index]!, condition);
        }
    }

    #countAge(type: string, createdAt: string): void {
        const days = (this.#time - Date.parse(createdAt)) / DAY_MS;
        const group = AGES.findIndex((limit) => days < limit);
        let groups = this.#types.get(type);
        if (!groups) {
            groups = [...AGES.map(() => 0), 0];
            this.#types.set(type, groups);
        }
        groups[group === -1 ? AGES.length : group]!++;
    }

    #conditionAt({ type, created_at, stale }: FlagRow, name: string, time: string): FlagConditions {
        const isStale = this.#wasStale(name, time, stale === true);
        // The decision of a user takes precedence over the age, including the decision that a flag is not stale.
        const isOld = !isStale && stale !== false && hasOutlivedItsType({ type, created_at }, this.#lifetimes, time);
        return { total: 1, stale: Number(isStale), potentiallyStale: Number(isOld) };
    }

    figures(): InstanceFigures {
        const bins = this.#bins.map(({ name, created, archived, conditions, times }) => ({
            name,
            created,
            archived,
            total: conditions.total,
            health: healthThen(conditions),
            reachedProduction: times.length,
            daysToProduction: daysOf(times),
        }));
        return {
            now: {
                ...this.#now,
                health: healthOf(this.#now),
                archived: this.#archived,
                daysToProduction: daysOf(this.#times),
            },
            ages: [0, ...AGES].map((fromDays, index) => ({ fromDays, toDays: AGES[index] ?? null })),
            types: [...this.#types]
                .map(([type, byAge]) => ({
                    type,
                    lifetimeDays: this.#lifetimes.get(type) ?? null,
                    total: byAge.reduce((sum, each) => sum + each, 0),
                    byAge,
                }))
                .sort((a, b) => b.total - a.total || (a.type < b.type ? -1 : 1)),
            months: bins.slice(0, MONTHS).map(({ name: month, ...figures }) => ({ month, ...figures })),
            weeks: bins.slice(MONTHS).map(({ name: week, ...figures }) => ({ week, ...figures })),
            projects: this.#projects.map(({ facts, byBin }) => ({
                ...facts,
                healthByMonth: byBin.slice(0, MONTHS).map(healthThen),
            })),
        };
    }
}

function add(sum: FlagConditions, more: FlagConditions): void {
    sum.total += more.total;
    sum.stale += more.stale;
    sum.potentiallyStale += more.potentiallyStale;
}

const timeOf = (flag: string, createdAt: string, reachedAt: string) => ({
    flag,
    days: Math.floor((Date.parse(reachedAt) - Date.parse(createdAt)) / DAY_MS),
});
