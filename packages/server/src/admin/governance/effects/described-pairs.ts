import {
    describeFlag,
    describeSegment,
    type FlagDefinition,
    type FlagSet,
    type SegmentDefinition,
} from '@halyard/engine';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import type { DescribedChange } from './effect.schemas.ts';
import type { Pair } from './pairs.ts';
import type { EffectReader } from './reader.ts';

interface Described {
    pairs: readonly Pair[];
    /** The flags of every affected environment before the change. */
    sets: ReadonlyMap<string, FlagSet>;
    reader: EffectReader;
    signal: AbortSignal;
}

/** Describes the differences, in sentences and as definitions. */
export function describePairs({ pairs, sets, reader, signal }: Described): Promise<DescribedChange[]> {
    const nameAfter = new Map(
        pairs.filter(({ kind }) => kind === 'segment').map(({ name, after }) => [Number(name), nameIn(after)]),
    );
    return mapYielding(
        pairs,
        ({ environment, kind, name, project, before, after }) => {
            const nameBefore = (id: number) =>
                reader.knowsSegment(id) ? nameIn(sets.get(environment)?.segmentDefinition(id)) : undefined;
            const nameThen = (id: number) =>
                reader.knowsSegment(id) && nameAfter.has(id) ? nameAfter.get(id) : nameBefore(id);
            return {
                environment,
                kind,
                name: kind === 'flag' ? name : (nameIn(after) ?? nameIn(before) ?? `#${name}`),
                ...(kind === 'segment' && { id: Number(name) }),
                project,
                before: described(kind, before, nameBefore),
                after: described(kind, after, nameThen),
            };
        },
        signal,
    );
}

function described(kind: Pair['kind'], definition: object | null, segmentName: (id: number) => string | undefined) {
    if (definition === null) return { definition, sentences: [] };
    // Publications are written by this service, in this format.
    const sentences =
        kind === 'flag'
            ? describeFlag(definition as FlagDefinition, segmentName)
            : describeSegment(definition as SegmentDefinition);
    return { definition, sentences };
}

const nameIn = (definition: object | null | undefined): string | undefined =>
    (definition as { name?: string } | null | undefined)?.name;
