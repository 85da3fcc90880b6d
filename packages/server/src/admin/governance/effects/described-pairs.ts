import { describeFlag, describeSegment, type FlagDefinition, type SegmentDefinition } from '@halyard/engine';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import type { DescribedChange } from './effect.schemas.ts';
import type { Pair } from './pairs.ts';
import type { EffectReader } from './reader.ts';

interface Described {
    pairs: readonly Pair[];
    /** The name of a segment before the change; undefined if there is none. */
    segmentName: (id: number) => string | undefined;
    reader: EffectReader;
    signal: AbortSignal;
}

/** Describes the differences, in sentences and as definitions. */
export function describePairs({ pairs, segmentName, reader, signal }: Described): Promise<DescribedChange[]> {
    const nameAfter = new Map(
        pairs.filter(({ kind }) => kind === 'segment').map(({ name, after }) => [Number(name), nameIn(after)]),
    );
    const nameBefore = (id: number) => (reader.knowsSegment(id) ? segmentName(id) : undefined);
    const nameThen = (id: number) =>
        reader.knowsSegment(id) && nameAfter.has(id) ? nameAfter.get(id) : nameBefore(id);
    return mapYielding(
        pairs,
        ({ environment, kind, name, project, before, after }) => {
            return {
                environment,
                kind,
                name: kind === 'flag' ? name : (nameIn(after) ?? nameIn(before) ?? `#${name}`),
                ...(kind === 'segment' && { id: Number(name) }),
                project,
                before: describeDefinition(kind, before, nameBefore),
                after: describeDefinition(kind, after, nameThen),
            };
        },
        signal,
    );
}

function describeDefinition(
    kind: Pair['kind'],
    definition: object | null,
    segmentName: (id: number) => string | undefined,
) {
    if (definition === null) return { definition, sentences: [] };
    // Publications are written by this service, in this format.
    const sentences =
        kind === 'flag'
            ? describeFlag(definition as FlagDefinition, segmentName)
            : describeSegment(definition as SegmentDefinition);
    return { definition, sentences };
}

/** The names of published segments. */
export const segmentNames = (definitions: ReadonlyMap<number, string>) => {
    const names = new Map<number, string | undefined>();
    return (id: number): string | undefined => {
        const definition = definitions.get(id);
        if (definition !== undefined && !names.has(id)) names.set(id, nameIn(JSON.parse(definition)));
        return names.get(id);
    };
};

const nameIn = (definition: object | null | undefined): string | undefined =>
    (definition as { name?: string } | null | undefined)?.name;
