import { mapYielding } from '../../core/concurrency/yielding.ts';
import { invalid } from '../../core/errors/errors.ts';
import type { Payload } from '../../http/bodies/payload.ts';
import type { PayloadCache, PayloadPiece } from '../../http/bodies/payload-cache.ts';
import type { EnvironmentSnapshot } from '../../snapshots/environment-snapshot.ts';
import type { PublishedFlag } from '../../snapshots/published-flag.ts';
import type { SnapshotScope } from '../../snapshots/snapshot-scope.ts';
import { type FeaturesQuery, hashOf } from './features-query.ts';

/** The response of `GET /api/client/features` for one query. */
export class ClientFeatures {
    readonly snapshot: EnvironmentSnapshot;
    readonly query: FeaturesQuery;
    readonly #scope: SnapshotScope;
    readonly #tagged: readonly string[] | undefined;
    readonly #key: string;
    readonly #queryHash: string;
    #etag = '';
    /** The content to which the ETag belongs. */
    #digest: string | undefined;
    #changes: number | undefined;

    /** `tagged` contains the flags that have one of the tags, if the query filters by tag. */
    constructor(snapshot: EnvironmentSnapshot, query: FeaturesQuery, tagged?: readonly string[]) {
        this.snapshot = snapshot;
        this.query = query;
        this.#scope = snapshot.scope(query.projects);
        this.#tagged = tagged;
        this.#key = tagged ? `${query.key} ${JSON.stringify(tagged)}` : query.key;
        this.#queryHash = tagged ? hashOf(this.#key) : query.hash;
    }

    /** Resolves when `etag` is available at once; undefined if it is. */
    prepareEtag(): Promise<void> | undefined {
        return this.#scope.prepareDigest();
    }

    /** Known without building the payload. Equal on all nodes for equal content. */
    get etag(): string {
        const { changes } = this.#scope;
        if (this.#changes !== changes) this.#updateEtag();
        this.#changes = changes;
        return this.#etag;
    }

    /** Most changes are in other projects. */
    #updateEtag(): void {
        const { digest } = this.#scope;
        if (this.#digest === digest) return;
        this.#digest = digest;
        this.#etag = `"${this.#queryHash}:${digest}"`;
    }

    payload(payloads: PayloadCache): Payload | Promise<Payload> {
        return payloads.get(this.#key, `${this.#scope.revision} ${this.etag}`, () => this.#pieces());
    }

    #pieces(): PayloadPiece[] | Promise<PayloadPiece[]> {
        const { projects, environment, namePrefix, tags, inlineSegments } = this.query;
        const isFiltered = namePrefix !== undefined || this.#tagged !== undefined;
        const flags = isFiltered ? this.#filtered() : [...this.#scope.flags];
        const query = JSON.stringify({
            ...(projects && { project: projects }),
            environment,
            ...(namePrefix !== undefined && { namePrefix }),
            ...(tags && { tag: tags.map((tag) => tag.split(/:(.*)/s, 2)) }),
            inlineSegmentConstraints: inlineSegments,
        });
        const meta = { revisionId: this.#scope.revision, etag: this.etag, queryHash: this.#queryHash };
        const [start, ending] = ['{"version":2,"features":[', `"meta":${JSON.stringify(meta)}}`];
        const ids = isFiltered ? flags.flatMap((flag) => flag.segments) : this.#scope.segments;
        const segments = segmentsOf(ids, this.snapshot);
        if (!inlineSegments) return [start, flags, `],"query":${query},"segments":[`, segments, `],${ending}`];
        const inlined = mapYielding(withInlineSegments(flags, segments), (flag) => flag);
        return inlined.then((complete) => [start, complete, `],"query":${query},${ending}`]);
    }

    #filtered(): PublishedFlag[] {
        const { namePrefix } = this.query;
        const tagged = this.#tagged && new Set(this.#tagged);
        return this.#scope.flags.filter(
            ({ name }) =>
                (namePrefix === undefined || name.startsWith(namePrefix)) && (tagged === undefined || tagged.has(name)),
        );
    }
}

/** Returns the segments of these ids, ordered by id. */
export const segmentsOf = (ids: readonly number[], { segments }: EnvironmentSnapshot): Item[] =>
    [...new Set(ids)]
        .sort((a, b) => a - b)
        .flatMap((id) => {
            const json = segments.get(id);
            return json === undefined ? [] : { name: String(id), json };
        });

/** The maximum number of characters: inlined segments of many flags can exceed the size that an SDK can process. */
const MAX_INLINE = 64 * 1024 * 1024;

interface Strategy {
    segments?: number[];
    constraints: unknown[];
}

type Item = Pick<PublishedFlag, 'name' | 'json'>;

function* withInlineSegments(flags: readonly PublishedFlag[], segments: readonly Item[]): Generator<Item> {
    const constraintsOf = new Map(segments.map(({ json }) => constraintsIn(json)));
    let length = 0;
    for (const flag of flags) {
        const json = flag.segments.length === 0 ? flag.json : withConstraints(flag.json, constraintsOf);
        length += json.length;
        if (length > MAX_INLINE) {
            throw invalid(
                'The flags with the constraints of their segments are too large for an SDK that does not know segments. ' +
                    'Use an SDK that sends the header Unleash-Client-Spec: 4.2.0 or later, or ask for fewer flags.',
            );
        }
        yield { name: flag.name, json };
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
