import { mapYielding } from '../../core/concurrency/yielding.ts';
import { isRecord } from '../../core/json/is-record.ts';

/** A flag as sent by upstream. */
export interface UpstreamFlag {
    name: string;
    project: string;
    /** The definition as forwarded to SDKs. */
    json: string;
}

/** The full content of a token upstream. */
export interface Content {
    /** The revision of upstream, which differs from ours. */
    revision: number;
    flags: Map<string, UpstreamFlag>;
    segments: Map<number, string>;
}

export type UpstreamEvent =
    | { type: 'hydration'; content: Content }
    | { type: 'flag'; revision: number; name: string; flag: UpstreamFlag | undefined }
    | { type: 'segment'; revision: number; id: number; json: string | undefined };

/** Upstream sent invalid content. The previous content remains served. */
export class InvalidUpstreamContent extends Error {}

/** Parses the response of `GET /api/client/features`. */
export async function readFeatures(body: unknown): Promise<Content> {
    const { meta, ...content } = objectIn(body);
    const { revisionId } = objectIn(meta ?? {});
    return readContent({ ...content, eventId: revisionId });
}

/** Parses the data of a message of `GET /api/client/streaming`. */
export async function readEvents(data: unknown): Promise<UpstreamEvent[]> {
    const events: UpstreamEvent[] = [];
    for (const event of listIn(objectIn(data)['events'], 'events')) {
        const read = await readEvent(objectIn(event));
        if (read) events.push(read);
    }
    return events;
}

async function readEvent(event: Record<string, unknown>): Promise<UpstreamEvent | undefined> {
    const { type } = event;
    const revision = revisionIn(event['eventId']);
    if (type === 'hydration') return { type, content: await readContent(event) };
    if (type === 'feature-updated') {
        const flag = readFlag(event['feature']);
        return { type: 'flag', revision, name: flag.name, flag };
    }
    if (type === 'feature-removed') {
        return { type: 'flag', revision, name: String(event['featureName']), flag: undefined };
    }
    if (type === 'segment-updated') {
        const [id, json] = readSegment(event['segment']);
        return { type: 'segment', revision, id, json };
    }
    if (type === 'segment-removed') {
        return { type: 'segment', revision, id: Number(event['segmentId']), json: undefined };
    }
    // An event of a later version; its effect arrives with the next hydration.
    return undefined;
}

async function readContent(body: Record<string, unknown>): Promise<Content> {
    const flags = await mapYielding(listIn(body['features'], 'features'), readFlag);
    const segments = await mapYielding(listIn(body['segments'] ?? [], 'segments'), readSegment);
    return {
        revision: revisionIn(body['eventId']),
        flags: new Map(flags.map((flag) => [flag.name, flag])),
        segments: new Map(segments),
    };
}

function readFlag(value: unknown): UpstreamFlag {
    const flag = objectIn(value);
    const { name, project = 'default', strategies } = flag;
    if (typeof name !== 'string' || typeof project !== 'string') throw new InvalidUpstreamContent('a flag has no name');
    const isComplete = Array.isArray(strategies) && strategies.every(isRecord);
    return { name, project, json: JSON.stringify(isComplete ? flag : { ...flag, strategies: [] }) };
}

function readSegment(value: unknown): [number, string] {
    const segment = objectIn(value);
    if (typeof segment['id'] !== 'number') throw new InvalidUpstreamContent('a segment has no id');
    const isComplete = Array.isArray(segment['constraints']);
    return [segment['id'], JSON.stringify(isComplete ? segment : { ...segment, constraints: [] })];
}

/** Servers without revisions are followed by content alone. */
const revisionIn = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : 0);

function objectIn(value: unknown): Record<string, unknown> {
    if (!isRecord(value)) throw new InvalidUpstreamContent('an object is missing');
    return value;
}

function listIn(value: unknown, name: string): unknown[] {
    if (!Array.isArray(value)) throw new InvalidUpstreamContent(`there is no list of ${name}`);
    return value;
}
