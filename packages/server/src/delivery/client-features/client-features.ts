import { hash } from 'node:crypto';
import type { EnvironmentSnapshot, PublishedFlag } from '../../snapshots/snapshots.ts';

/** What an SDK asks for, after its token has had its say. */
export interface FeaturesQuery {
    environment: string;
    /** Undefined: all projects. */
    projects: readonly string[] | undefined;
    namePrefix: string | undefined;
    /** SDKs that do not know segments get their constraints inside the strategies. */
    inlineSegments: boolean;
}

export interface Payload {
    etag: string;
    body: string;
}

/** Distinct queries that are remembered; every token scope is one. */
const REMEMBERED = 200;

/** Answers of `GET /api/client/features`, made once per query and revision. */
export class ClientFeatures {
    readonly #payloads = new Map<string, { revision: number; payload: Payload }>();

    payload(snapshot: EnvironmentSnapshot, query: FeaturesQuery): Payload {
        const key = JSON.stringify(query);
        const known = this.#payloads.get(key);
        if (known?.revision === snapshot.revision) return known.payload;
        const payload = assemble(snapshot, query, key);
        this.#payloads.delete(key);
        this.#payloads.set(key, { revision: snapshot.revision, payload });
        if (this.#payloads.size > REMEMBERED) this.#payloads.delete(this.#payloads.keys().next().value!);
        return payload;
    }
}

function assemble(snapshot: EnvironmentSnapshot, query: FeaturesQuery, key: string): Payload {
    const flags = [...snapshot.flags.values()].filter((flag) => isAskedFor(flag, query)).sort(byName);
    const queryHash = hash('sha256', key, 'hex').slice(0, 8);
    const etag = `"${queryHash}:${snapshot.revision}:v1"`;
    const meta = { revisionId: snapshot.revision, etag, queryHash };
    const features = flags.map((flag) => (query.inlineSegments ? withInlineSegments(flag, snapshot) : flag.json));
    const parts = [
        `"version":2`,
        `"features":[${features.join(',')}]`,
        `"query":${JSON.stringify({
            ...(query.projects && { project: query.projects }),
            environment: query.environment,
            ...(query.namePrefix !== undefined && { namePrefix: query.namePrefix }),
            inlineSegmentConstraints: query.inlineSegments,
        })}`,
        ...(query.inlineSegments ? [] : [`"segments":[${segmentsOf(flags, snapshot).join(',')}]`]),
        `"meta":${JSON.stringify(meta)}`,
    ];
    return { etag, body: `{${parts.join(',')}}` };
}

function isAskedFor(flag: PublishedFlag, { projects, namePrefix }: FeaturesQuery): boolean {
    if (projects && !projects.includes(flag.project)) return false;
    return namePrefix === undefined || flag.name.startsWith(namePrefix);
}

const byName = (a: PublishedFlag, b: PublishedFlag) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/** Only segments in use are anyone's business. */
function segmentsOf(flags: readonly PublishedFlag[], { segments }: EnvironmentSnapshot): string[] {
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
