import { hash } from 'node:crypto';
import type { EnvironmentSnapshot, PublishedFlag, VisibleProjects } from '../../snapshots/environment-snapshot.ts';
import { EncodedBytes } from '../encoded-bytes.ts';
import { isVisible } from '../sdk-scope.ts';
import type { FeaturesQuery } from './features-query.ts';

export interface Payload {
    etag: string;
    bytes: EncodedBytes;
}

/** Distinct queries that are remembered; every token scope is one. */
const REMEMBERED = 200;

/** Answers of `GET /api/client/features`, made once per query and revision. */
export class ClientFeatures {
    readonly #payloads = new Map<string, { revision: number; payload: Payload }>();

    /** `tagged`: the flags that have one of the tags, when the query asks for tags. */
    payload(snapshot: EnvironmentSnapshot, query: FeaturesQuery, tagged?: readonly string[]): Payload {
        const key = tagged ? `${query.key} ${JSON.stringify(tagged)}` : query.key;
        const known = this.#payloads.get(key);
        if (known?.revision === snapshot.revision) return known.payload;
        const payload = assemble(snapshot, query, { key, tagged: tagged && new Set(tagged) });
        this.#payloads.delete(key);
        this.#payloads.set(key, { revision: snapshot.revision, payload });
        if (this.#payloads.size > REMEMBERED) this.#payloads.delete(this.#payloads.keys().next().value!);
        return payload;
    }
}

function assemble(
    snapshot: EnvironmentSnapshot,
    query: FeaturesQuery,
    { key, tagged }: { key: string; tagged: ReadonlySet<string> | undefined },
): Payload {
    const { projects, namePrefix, tags, inlineSegments } = query;
    const flags = visibleFlags(snapshot, projects).filter(
        ({ name }) =>
            (namePrefix === undefined || name.startsWith(namePrefix)) && (tagged === undefined || tagged.has(name)),
    );
    const features = flags.map((flag) => (inlineSegments ? withInlineSegments(flag, snapshot) : flag.json));
    const parts = [
        `"version":2`,
        `"features":[${features.join(',')}]`,
        `"query":${JSON.stringify({
            ...(projects && { project: projects }),
            environment: query.environment,
            ...(namePrefix !== undefined && { namePrefix }),
            ...(tags && { tag: tags.map((tag) => tag.split(/:(.*)/s, 2)) }),
            inlineSegmentConstraints: inlineSegments,
        })}`,
        ...(inlineSegments ? [] : [`"segments":[${segmentsOf(flags, snapshot).join(',')}]`]),
    ];
    const content = parts.join(',');
    const queryHash = shortHash(key);
    // A revision alone would not do: after a backup was restored, the same number can mean something else.
    const etag = `"${queryHash}:${snapshot.revision}:${shortHash(content)}"`;
    const meta = { revisionId: snapshot.revision, etag, queryHash };
    return { etag, bytes: new EncodedBytes(Buffer.from(`{${content},"meta":${JSON.stringify(meta)}}`)) };
}

const shortHash = (text: string) => hash('sha1', text, 'hex').slice(0, 8);

/** In the order of their names. */
export const visibleFlags = ({ flags }: EnvironmentSnapshot, projects: VisibleProjects): PublishedFlag[] =>
    [...flags.values()]
        .filter(({ project }) => isVisible(project, projects))
        .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));

/** Only segments in use are anyone's business. */
export function segmentsOf(flags: readonly PublishedFlag[], { segments }: EnvironmentSnapshot): string[] {
    const used = new Set(flags.flatMap((flag) => flag.segments));
    return [...used].sort((a, b) => a - b).flatMap((id) => segments.get(id) ?? []);
}

function withInlineSegments(flag: PublishedFlag, { segments }: EnvironmentSnapshot): string {
    if (flag.segments.length === 0) return flag.json;
    const definition = JSON.parse(flag.json) as { strategies: { segments?: number[]; constraints: unknown[] }[] };
    for (const strategy of definition.strategies) {
        for (const id of strategy.segments ?? []) {
            const segment = segments.get(id);
            if (segment) strategy.constraints.push(...(JSON.parse(segment) as { constraints: unknown[] }).constraints);
        }
        delete strategy.segments;
    }
    return JSON.stringify(definition);
}
