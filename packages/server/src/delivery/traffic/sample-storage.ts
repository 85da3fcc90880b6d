import { randomUUID } from 'node:crypto';
import type { RecordObservation } from '../../changes/record-observation.ts';
import { hasValue } from '../../core/json/context-values.ts';
import type { SampleProjects } from '../../core/settings/sample-origin.ts';
import { SAMPLE_EVERYTHING, type TrafficSetting } from '../../core/settings/traffic-setting.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { CannotOpen, type SecretBox } from '../../storage/secret-box.ts';
import type { Tables } from '../../storage/tables.ts';
import type { Period } from './reservoir.ts';

type SamplePeriod = Period<SampleProjects>;

interface SampleStorageOptions {
    db: Db;
    recordObservation: RecordObservation;
    /** Without a key, nothing is stored. */
    secrets: SecretBox;
    clock: () => Date;
    /** Whether no other node can use the database. */
    isOnlyNode: boolean;
}

/** The content of a row, before its encryption. Marks are listed once, because many samples share them. */
interface StoredPeriod {
    until: number | undefined;
    threshold: number;
    marks: SampleProjects[];
    samples: [text: string, mark: number, at: number, priority: number][];
}

type StoredRow = Tables['traffic_samples'];

const DAY_MS = 86_400_000;
/** A node that has not stored samples for this long has ended; others adopt its samples. */
const ENDED_AFTER_MS = 180_000;

/** Stores the samples of a node in the database, encrypted, so that they survive its end. Decision 68 defines their protection. */
export class SampleStorage {
    readonly #options: SampleStorageOptions;
    readonly #owner = randomUUID();

    constructor(options: SampleStorageOptions) {
        this.#options = options;
    }

    /**
     * Stores the periods that changed, and deletes those that ended, are too old, or were taken under another setting; undefined: sampling
     * is off.
     */
    async store(
        setting: TrafficSetting | undefined,
        reservoirs: ReadonlyMap<string, readonly SamplePeriod[]>,
    ): Promise<void> {
        const { db, secrets, recordObservation } = this.#options;
        const current = new Set([...reservoirs.values()].flat().map(({ id }) => id));
        const rows = await db.selectFrom('traffic_samples').select(['id', 'since', 'setting', 'owner']).execute();
        const oldest = this.#secondsAgo(DAY_MS);
        const isOwn = ({ owner }: { owner: string }) => owner === this.#owner;
        const outdated = rows.filter(
            (row) =>
                row.since <= oldest || row.setting !== JSON.stringify(setting) || (isOwn(row) && !current.has(row.id)),
        );
        const stored = new Set(rows.filter(isOwn).map(({ id }) => id));
        const seen_at = this.#secondsAgo(0);
        if (outdated.length + stored.size > 0) {
            await recordObservation(async (tx) => {
                for (const { id } of outdated) await tx.deleteFrom('traffic_samples').where('id', '=', id).execute();
                await tx.updateTable('traffic_samples').set({ seen_at }).where('owner', '=', this.#owner).execute();
            });
        }
        if (!secrets.hasKey || !setting) return;
        for (const [reservoir, periods] of reservoirs) {
            for (const period of periods) {
                const since = new Date(period.since).toISOString();
                const isDone = period.samples.length === 0 || (period.isStored && stored.has(period.id));
                if (isDone || since <= oldest) continue;
                period.isStored = true;
                const row = { id: period.id, owner: this.#owner, seen_at, reservoir, since };
                await this.#storePeriod({ ...row, setting: JSON.stringify(setting) }, period).catch(
                    (error: unknown) => {
                        period.isStored = false;
                        throw error;
                    },
                );
            }
        }
    }

    /** Returns the periods of nodes that have ended. From now on this node owns them. */
    async adopt(setting: TrafficSetting): Promise<Map<string, SamplePeriod[]>> {
        const { db, recordObservation, isOnlyNode } = this.#options;
        const oldest = this.#secondsAgo(DAY_MS);
        const rows = await recordObservation((tx) => {
            const ended = tx.updateTable('traffic_samples').set({ owner: this.#owner, seen_at: this.#secondsAgo(0) });
            const others = ended.where('owner', '!=', this.#owner).where('since', '>', oldest);
            const silent = this.#secondsAgo(ENDED_AFTER_MS);
            return (
                isOnlyNode
                    ? others
                    : others.where((row) => row.or([row('owner', '=', ''), row('seen_at', '<', silent)]))
            )
                .where('setting', '=', JSON.stringify(setting))
                .returning(['id', 'reservoir', 'since', 'content'])
                .execute();
        });
        const projects = await db.selectFrom('projects').select(['id', 'created_at']).execute();
        const createdAt = new Map(projects.map(({ id, created_at }) => [id, Date.parse(created_at)]));
        const adopted = new Map<string, SamplePeriod[]>();
        for (const row of rows.toSorted((a, b) => (a.since < b.since ? -1 : 1))) {
            const period = this.#open(row, createdAt);
            if (period) adopted.set(row.reservoir, [...(adopted.get(row.reservoir) ?? []), period]);
        }
        return adopted;
    }

    /** Returns undefined if the period cannot be decrypted, for example because the key was replaced. */
    #open(
        { id, since, content }: Pick<StoredRow, 'id' | 'since' | 'content'>,
        createdAt: ReadonlyMap<string, number>,
    ): SamplePeriod | undefined {
        const period = this.#read(content);
        if (!period) return undefined;
        const { until, threshold, marks, samples } = period;
        const all = samples.map(([text, mark, at, priority]) => ({ text, mark: marks[mark]!, at, priority }));
        // Projects may have been deleted, and created again with the same id.
        const kept = all.filter(({ mark, at }) =>
            mark.evaluated.every((project) => (createdAt.get(project) ?? at) < at),
        );
        const isStored = kept.length === all.length;
        return { id, since: Date.parse(since), until: until ?? lastOf(all), threshold, samples: kept, isStored };
    }

    #read(content: string): StoredPeriod | undefined {
        try {
            return JSON.parse(this.#options.secrets.open(content)) as StoredPeriod;
        } catch (error) {
            if (error instanceof CannotOpen) return undefined;
            throw error;
        }
    }

    /** Deletes the stored samples of a user. Samples that cannot be read with the current keys may be those of the user. */
    async deleteUnits(tx: Tx, isDeleted: (value: string) => boolean): Promise<number> {
        const { secrets } = this.#options;
        let deleted = 0;
        for (const { id, content } of await tx.selectFrom('traffic_samples').select(['id', 'content']).execute()) {
            const period = this.#read(content);
            const kept = period?.samples.filter(([text]) => !hasValue(text, isDeleted)) ?? [];
            if (period && kept.length === period.samples.length) continue;
            deleted += (period?.samples.length ?? 0) - kept.length;
            if (!period || kept.length === 0) await tx.deleteFrom('traffic_samples').where('id', '=', id).execute();
            else {
                const changed = secrets.seal(JSON.stringify({ ...period, samples: kept }));
                await tx.updateTable('traffic_samples').set({ content: changed }).where('id', '=', id).execute();
            }
        }
        return deleted;
    }

    /** The pseudonyms of the users that were deleted while samples with them may be in memory. */
    async deletedUnits(): Promise<Set<string>> {
        const rows = await this.#options.db.selectFrom('deleted_units').select('hash').execute();
        return new Set(rows.map(({ hash }) => hash));
    }

    /** Lets other nodes adopt the samples, because this node ends. */
    async release(): Promise<void> {
        await this.#options.recordObservation((tx) =>
            tx.updateTable('traffic_samples').set({ owner: '' }).where('owner', '=', this.#owner).execute(),
        );
    }

    async #storePeriod(row: Omit<StoredRow, 'content'>, period: SamplePeriod): Promise<void> {
        const { recordObservation, secrets } = this.#options;
        const content = secrets.seal(JSON.stringify(toStored(period)));
        await recordObservation(
            async (tx) => {
                // The setting may have changed since the samples were taken.
                if (row.setting === JSON.stringify(await settingIn(tx))) await insert(tx, { ...row, content });
            },
            { exclusive: true },
        );
    }

    #secondsAgo(milliseconds: number): string {
        return new Date(this.#options.clock().getTime() - milliseconds).toISOString();
    }
}

async function settingIn(tx: Tx): Promise<TrafficSetting> {
    const row = await tx.selectFrom('settings').select('content').where('name', '=', 'traffic').executeTakeFirst();
    return { ...SAMPLE_EVERYTHING, ...row?.content };
}

async function insert(tx: Tx, row: StoredRow): Promise<void> {
    await tx
        .insertInto('traffic_samples')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute();
}

function toStored({ until, threshold, samples }: SamplePeriod): StoredPeriod {
    const indexes = new Map<SampleProjects, number>();
    const indexOf = (mark: SampleProjects) => {
        const index = indexes.get(mark) ?? indexes.size;
        indexes.set(mark, index);
        return index;
    };
    const rows = samples.map(({ text, mark, at, priority }): StoredPeriod['samples'][number] => [
        text,
        indexOf(mark),
        at,
        priority,
    ]);
    return { until, threshold, marks: [...indexes.keys()], samples: rows };
}

const lastOf = (samples: readonly { at: number }[]): number => samples.reduce((last, { at }) => Math.max(last, at), 0);
