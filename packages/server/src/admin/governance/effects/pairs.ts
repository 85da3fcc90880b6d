import { changesBetween, type DefinitionChanges, type FlagSet } from '@halyard/engine';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { withHidden } from '../../../publications/hidden.ts';
import { ALL_ENVIRONMENTS } from '../../../publications/publications.ts';
import type { PublishedFlag } from '../../../snapshots/published-flag.ts';

/** A flag of one environment, or a segment of all (`*`), before and after a change; null: it does not exist. */
export interface Pair {
    environment: string;
    kind: 'flag' | 'segment';
    /** The name of the flag, or the id of the segment. */
    name: string;
    project: string | null;
    /** Includes data that SDKs do not receive: ids and titles of strategies, and disabled strategies. */
    before: object | null;
    after: object | null;
}

/** A definition and its replacement, as JSON text. */
export interface DefinitionPair {
    environment: string;
    kind: 'flag' | 'segment' | 'hidden';
    name: string;
    project: string | null;
    before: string | null;
    after: string | null;
}

/** The published definition of a flag in one environment. */
type Published = (environment: string, flag: string) => Pick<PublishedFlag, 'json' | 'hidden' | 'project'> | undefined;

/** Returns the pairs of a change. The published and the hidden part of a flag are joined. */
export function pairsOf(republished: readonly DefinitionPair[], published: Published): Promise<Pair[]> {
    const byName = Map.groupBy(republished, ({ environment, kind, name }) =>
        JSON.stringify([environment, kind === 'segment', name]),
    );
    // The published texts are read at once, because flags may be published while the definitions are parsed.
    const texts = [...byName.values()].map((parts) => {
        const { environment, name, kind: first } = parts[0]!;
        const kind: Pair['kind'] = first === 'segment' ? 'segment' : 'flag';
        const now = kind === 'flag' ? published(environment, name) : undefined;
        const seen = ends(parts.filter((part) => part.kind !== 'hidden')) ?? [now?.json, now?.json];
        const hidden = ends(parts.filter((part) => part.kind === 'hidden')) ?? [now?.hidden, now?.hidden];
        return { pair: { environment, kind, name, project: parts.at(-1)!.project }, seen, hidden };
    });
    return mapYielding(texts, ({ pair, seen, hidden }) => ({
        ...pair,
        before: parseDefinition(seen[0], hidden[0]),
        after: parseDefinition(seen[1], hidden[1]),
    }));
}

/** Returns the state before the first and after the last publication, because several steps may have published the same object. */
function ends(parts: readonly DefinitionPair[]): [string | null, string | null] | undefined {
    return parts.length === 0 ? undefined : [parts[0]!.before, parts.at(-1)!.after];
}

function parseDefinition(text: string | null | undefined, hidden: string | null | undefined): object | null {
    // Publications are objects that this service writes.
    return text ? (withHidden(text, hidden ?? undefined) as object) : null;
}

/** Returns the pairs that differ between two moments of an environment. Flag sets do not contain the projects of segments. */
export function pairsBetween(environment: string, [before, after]: [FlagSet, FlagSet]): Pair[] {
    const { features = [], removedFeatures = [], segments = [], removedSegments = [] } = changesBetween(before, after);
    const names = [...features.map((flag) => (flag as { name: string }).name), ...removedFeatures];
    const ids = [...segments.map((segment) => (segment as { id: number }).id), ...removedSegments];
    return [
        ...names.sort().map((name): Pair => {
            const [earlier, later] = [before.find(name), after.find(name)];
            return {
                environment,
                kind: 'flag',
                name,
                project: (later ?? earlier)?.project ?? null,
                before: (earlier?.definition as object | undefined) ?? null,
                after: (later?.definition as object | undefined) ?? null,
            };
        }),
        ...ids
            .sort((a, b) => a - b)
            .map((id): Pair => {
                const [earlier, later] = [before.segmentDefinition(id), after.segmentDefinition(id)];
                return {
                    environment: ALL_ENVIRONMENTS,
                    kind: 'segment',
                    name: String(id),
                    project: null,
                    before: earlier ?? null,
                    after: later ?? null,
                };
            }),
    ];
}

/** Returns the pairs of one environment in the format of the engine. */
export function changesIn(environment: string, pairs: readonly Pair[]): DefinitionChanges {
    const flags = pairs.filter((pair) => pair.kind === 'flag' && pair.environment === environment);
    const segments = pairs.filter(({ kind }) => kind === 'segment');
    const present = (list: readonly Pair[]) => list.flatMap(({ after }) => after ?? []);
    const removed = (list: readonly Pair[]) => list.filter(({ after }) => after === null).map(({ name }) => name);
    return {
        features: present(flags),
        removedFeatures: removed(flags),
        segments: present(segments),
        removedSegments: removed(segments).map(Number),
    };
}
