import { badGateway } from '../../../core/errors/errors.ts';
import {
    ENGINE_METRIC,
    type EngineNumber,
    type EnginePart,
    fromEngineNumbers,
} from '../../../core/series/engine-samples.ts';
import { PointBlocks } from '../../../core/series/point-blocks.ts';
import { floorTo, MINUTE_HOURS, STEP_SECONDS } from '../../../core/series/points.ts';
import type { SeriesKind } from '../../../core/series/series.ts';
import type { Db } from '../../../storage/database.ts';

/** The part of a Prometheus-compatible engine that is needed here. */
interface HoursEngine {
    queryRange(
        query: string,
        range: { start: number; end: number; step: number },
    ): Promise<{ metric: Readonly<Record<string, string>>; values: readonly (readonly [number, string])[] }[]>;
}

interface StoredIdentity {
    id: number;
    kind: SeriesKind;
    /** The engine may have values of a deleted series with the same labels. */
    firstSeenAt: string;
}

interface EngineHoursOptions {
    db: Db;
    engine: HoursEngine;
    clock: () => Date;
    instance: () => string;
    exportedSince: (db: Db) => Promise<number | undefined>;
}

const HOUR = STEP_SECONDS.hour;
/** Numbers of one answer: parsing more would delay other requests. */
const MAX_NUMBERS = 100_000;
const PARTS: Record<SeriesKind, number> = { counter: 1, gauge: 5, histogram: 20 };
/** How the numbers of an hour become one. */
const FUNCTIONS = [
    ['sum_over_time', 'sum|count|bucket', ['counter', 'gauge', 'histogram']],
    ['last_over_time', 'last', ['gauge']],
    ['min_over_time', 'min', ['gauge']],
    ['max_over_time', 'max', ['gauge']],
] as const satisfies [string, string, SeriesKind[]][];

/** Reads the hours that only a Prometheus-compatible engine stores. */
export class EngineHours {
    readonly #options: EngineHoursOptions;

    constructor(options: EngineHoursOptions) {
        this.#options = options;
    }

    /** The hours that are read from the engine, in seconds since 1970: those of the last two days are in the database. */
    async range(): Promise<{ from: number; to: number } | undefined> {
        const from = await this.#options.exportedSince(this.#options.db);
        const to = floorTo(this.#options.clock().getTime() / 1_000 - MINUTE_HOURS * HOUR, HOUR);
        return from !== undefined && from < to ? { from, to } : undefined;
    }

    /** Adds the hours of these series. A failure is an error, never a missing value. */
    async addTo(
        values: Map<number, PointBlocks>,
        series: readonly StoredIdentity[],
        { from, to }: { from: number; to: number },
    ): Promise<void> {
        const hours = (to - from) / HOUR;
        for (const [kind, ofKind] of Map.groupBy(series, (each) => each.kind)) {
            const atOnce = Math.max(1, Math.floor(MAX_NUMBERS / (hours * PARTS[kind])));
            for (let index = 0; index < ofKind.length; index += atOnce) {
                await this.#addPart(values, kind, ofKind.slice(index, index + atOnce), { from, to });
            }
        }
    }

    async #addPart(
        values: Map<number, PointBlocks>,
        kind: SeriesKind,
        series: readonly StoredIdentity[],
        { from, to }: { from: number; to: number },
    ): Promise<void> {
        const found = new Map<string, { id: number; at: number; numbers: EngineNumber[] }>();
        const ids = series.map(({ id }) => id).join('|');
        for (const [name, parts, kinds] of FUNCTIONS) {
            if (!(kinds as readonly SeriesKind[]).includes(kind)) continue;
            const instance = JSON.stringify(this.#options.instance());
            const selector = `halyard_instance=${instance},series=~"${ids}",part=~"${parts}"`;
            const answer = await this.#query(`${name}(${ENGINE_METRIC}{${selector}}[1h])`, { from, to });
            for (const { metric, values: ofSeries } of answer) {
                const { series: id, part, le, bounds = '' } = metric;
                for (const [end, text] of ofSeries) {
                    const key = `${id} ${bounds} ${end}`;
                    const each = found.get(key) ?? { id: Number(id), at: end - HOUR, numbers: [] };
                    found.set(key, each);
                    each.numbers.push({
                        part: part as EnginePart,
                        ...(le !== undefined && { le }),
                        value: Number(text),
                    });
                }
            }
        }
        const firstHours = new Map(
            series.map(({ id, firstSeenAt }) => [id, floorTo(Date.parse(firstSeenAt) / 1_000, HOUR)]),
        );
        for (const { id, at, numbers } of found.values()) {
            const firstHour = firstHours.get(id);
            if (firstHour === undefined || at < firstHour) continue;
            const value = fromEngineNumbers(kind, numbers);
            if (value === undefined) throw badGateway('The engine for series returned an incomplete value.');
            const ofSeries = values.get(id) ?? new PointBlocks(kind);
            values.set(id, ofSeries);
            ofSeries.addPacked(at, value);
        }
    }

    async #query(query: string, { from, to }: { from: number; to: number }) {
        try {
            return await this.#options.engine.queryRange(query, { start: from + HOUR, end: to, step: HOUR });
        } catch (error) {
            throw badGateway(error instanceof Error ? error.message : 'The engine for series failed.');
        }
    }
}
