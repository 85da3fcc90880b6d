import { createHash, hash } from 'node:crypto';
import { invalid } from '../../core/errors/errors.ts';
import { EncodedBytes } from '../../http/bodies/encoded-bytes.ts';
import { encodeInSlices } from '../../http/bodies/json-fragment.ts';
import { type Prepared, RevisionCache } from '../../http/bodies/revision-cache.ts';
import type { EnvironmentSnapshot, PublishedFlag, VisibleProjects } from '../../snapshots/environment-snapshot.ts';
import { isVisible } from '../sdk-scope.ts';
import type { FeaturesQuery } from './features-query.ts';

export interface FeaturesPayload extends Prepared {
    etag: string;
}

/** Builds and caches the responses of `GET /api/client/features`. */
export class ClientFeatures {
    readonly #cache = new RevisionCache<FeaturesPayload>();

    /** `tagged` contains the flags that have one of the tags, if the query filters by tag. */
    payload(
        snapshot: EnvironmentSnapshot,
        query: FeaturesQuery,
        tagged?: readonly string[],
    ): FeaturesPayload | Promise<FeaturesPayload> {
        const key = tagged ? `${query.key} ${JSON.stringify(tagged)}` : query.key;
        return this.#cache.get(key, snapshot.revision, () =>
            assemble(snapshot, query, { key, tagged: tagged && new Set(tagged) }),
        );
    }
}

/** Builds the response from the snapshot as of the call, in slices, because thousands of flags take a while. */
async function assemble(
    snapshot: EnvironmentSnapshot,
    query: FeaturesQuery,
    { key, tagged }: { key: string; tagged: ReadonlySet<string> | undefined },
): Promise<FeaturesPayload> {
    const { revision } = snapshot;
    const { projects, namePrefix } = query;
    const flags = visibleFlags(snapshot, projects).filter(
        ({ name }) =>
            (namePrefix === undefined || name.startsWith(namePrefix)) && (tagged === undefined || tagged.has(name)),
    );
    const content = createHash('sha1');
    const pieces = await encodeInSlices(partsOf(flags, query, snapshot), (piece) => content.update(piece));
    const queryHash = hash('sha1', key, 'hex').slice(0, 8);
    // The revision alone is not sufficient: after a restored backup, the same number can have other content.
    const etag = `"${queryHash}:${revision}:${content.digest('hex').slice(0, 8)}"`;
    const meta = `,"meta":${JSON.stringify({ revisionId: revision, etag, queryHash })}}`;
    return { etag, bytes: new EncodedBytes(Buffer.concat([...pieces, Buffer.from(meta)])) };
}

/** Returns the response without its end. The content of the snapshot is copied synchronously, before it can change. */
function partsOf(
    flags: readonly PublishedFlag[],
    { projects, environment, namePrefix, tags, inlineSegments }: FeaturesQuery,
    snapshot: EnvironmentSnapshot,
): Iterable<string> {
    const query = JSON.stringify({
        ...(projects && { project: projects }),
        environment,
        ...(namePrefix !== undefined && { namePrefix }),
        ...(tags && { tag: tags.map((tag) => tag.split(/:(.*)/s, 2)) }),
        inlineSegmentConstraints: inlineSegments,
    });
    const segments = segmentsOf(flags, snapshot);
    const features = inlineSegments ? withInlineSegments(flags, segments) : flags.map(({ json }) => json);
    return (function* () {
        let separator = '{"version":2,"features":[';
        for (const feature of features) {
            yield separator + feature;
            separator = ',';
        }
        yield `${separator === ',' ? '' : separator}],"query":${query}`;
        if (!inlineSegments) yield `,"segments":[${segments.join(',')}]`;
    })();
}

/** Returns the visible flags, sorted by name. */
export const visibleFlags = ({ flags }: EnvironmentSnapshot, projects: VisibleProjects): PublishedFlag[] =>
    [...flags.values()]
        .filter(({ project }) => isVisible(project, projects))
        .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));

/** Returns the segments that the flags use. */
export function segmentsOf(flags: readonly PublishedFlag[], { segments }: EnvironmentSnapshot): string[] {
    const used = new Set(flags.flatMap((flag) => flag.segments));
    return [...used].sort((a, b) => a - b).flatMap((id) => segments.get(id) ?? []);
}

/** The maximum number of characters: inlined segments of many flags can exceed the size that an SDK can process. */
const MAX_INLINE = 64 * 1024 * 1024;

interface Strategy {
    segments?: number[];
    constraints: unknown[];
}

function* withInlineSegments(flags: readonly PublishedFlag[], segments: readonly string[]): Generator<string> {
    const constraintsOf = new Map(segments.map(constraintsIn));
    let length = 0;
    for (const flag of flags) {
        const text = flag.segments.length === 0 ? flag.json : withConstraints(flag.json, constraintsOf);
        length += text.length;
        if (length > MAX_INLINE) {
            throw invalid(
                'The flags with the constraints of their segments are too large for an SDK that does not know segments. ' +
                    'Use an SDK that sends the header Unleash-Client-Spec: 4.2.0 or later, or ask for fewer flags.',
            );
        }
        yield text;
    }
}

/** Returns the id of a segment and its constraints as members of a JSON list; the array is empty without constraints. */
function constraintsIn(segment: string): [number, string[]] {
    const { id, constraints } = JSON.parse(segment) as { id: number; constraints: unknown[] };
    return [id, constraints.length === 0 ? [] : [JSON.stringify(constraints).slice(1, -1)]];
}

function withConstraints(json: string, constraintsOf: ReadonlyMap<number, string[]>): string {
    const { strategies, ...flag } = JSON.parse(json) as { strategies: Strategy[] };
    const complete = strategies.map(({ segments = [], constraints, ...strategy }) => {
        const own = constraints.map((constraint) => JSON.stringify(constraint));
        const all = [...own, ...segments.flatMap((id) => constraintsOf.get(id) ?? [])].join(',');
        return `${JSON.stringify(strategy).slice(0, -1)},"constraints":[${all}]}`;
    });
    return `${JSON.stringify(flag).slice(0, -1)},"strategies":[${complete.join(',')}]}`;
}
