import { compute, type Family, type InputOf, type OutputOf } from '@halyard/stats';
import type { StatsVector, View } from './results.schemas.ts';

export interface ViewOptions {
    view: View;
    difference: 'relative' | 'absolute';
}

/** The sample for which the always-valid interval is narrowest. */
export const TUNING = 5_000;

/** Computes statistics, and records each with its input. */
export class StatsRecorder {
    readonly alpha = 0.05;
    readonly tuning = TUNING;
    readonly #vectors: StatsVector[];
    readonly #version: string;

    constructor(vectors: StatsVector[], version: string) {
        this.#vectors = vectors;
        this.#version = version;
    }

    record<F extends Family>(family: F, input: InputOf<F>): OutputOf<F> {
        const output = compute(family, input);
        this.#vectors.push({
            ...{ family, version: this.#version },
            input: input as Record<string, unknown>,
            output: output as Record<string, unknown>,
        });
        return output;
    }

    /** Undefined: the numbers do not allow it, for example because they do not vary. */
    tryToRecord<F extends Family>(family: F, input: InputOf<F>): OutputOf<F> | undefined {
        try {
            return this.record(family, input);
        } catch (error) {
            if (error instanceof RangeError) return undefined;
            throw error;
        }
    }
}
