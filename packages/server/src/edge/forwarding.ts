import type { Measurements, Sighting, UnknownFlag, UsageCount } from '../delivery/metrics/measurements.ts';
import type { Subscriptions } from './subscriptions.ts';
import { UpstreamAway, type UpstreamClient } from './upstream-client.ts';

/** What SDKs told, taken out to be sent. */
interface Reports {
    usage: UsageCount[];
    sightings: Sighting[];
    unknownFlags: UnknownFlag[];
}

/** In the words of `POST /api/client/metrics/bulk`. */
interface Entry {
    environment: string;
    flag?: string | undefined;
    application?: object;
    metric?: object;
    /** How to keep it when it cannot be sent. */
    putBack: () => void;
}

export interface ForwarderOptions {
    client: UpstreamClient;
    measurements: Measurements;
    subscriptions: Pick<Subscriptions, 'secretFor'>;
    /** The name and the instance by which this edge is known. */
    edge: { appName: string; instanceId: string };
    clock: () => Date;
    log: { warn(about: object, message: string): void };
}

/** As many, and as many characters, as one request carries: far below what upstream takes. */
const AT_ONCE = 1_000;
const CHARACTERS_AT_ONCE = 256 * 1024;

const REPORTER = { kind: 'client', tokenId: 0 } as const;

/**
 * Sends on what SDKs told, many at once. What upstream does not take now is kept, in the memory that `Measurements` bounds:
 * counts of the same hour add up, and what does not fit is left out.
 */
export class Forwarder {
    readonly #options: ForwarderOptions;
    #sent = 0;

    constructor(options: ForwarderOptions) {
        this.#options = options;
    }

    get countSent(): number {
        return this.#sent;
    }

    /** Throws when upstream is away; what was not sent is kept. */
    async forward(): Promise<void> {
        const entries = this.#entries(this.#take());
        const byToken = Map.groupBy(entries, ({ environment, flag }) =>
            this.#options.subscriptions.secretFor(environment, flag),
        );
        let problem: unknown;
        for (const [token, own] of byToken) {
            for (const part of inParts(own)) {
                const isSent = problem === undefined && token !== undefined;
                const failed = isSent ? await this.#send(token, part).then(undefined, (error: unknown) => error) : true;
                if (failed === undefined) continue;
                if (failed !== true) problem = failed;
                for (const { putBack } of part) putBack();
            }
        }
        if (problem !== undefined) throw problem;
    }

    /** What there is to send, for whoever operates the edge; it stays where it is. */
    pending(): { applications: object[]; metrics: object[] } {
        const reports = this.#take();
        this.putBack(reports);
        const entries = this.#entries(reports);
        return {
            applications: entries.flatMap(({ application = [] }) => application),
            metrics: entries.flatMap(({ metric = [] }) => metric),
        };
    }

    /** The same for a backup; undefined when there is nothing. */
    unsent(): object | undefined {
        const reports = this.#take();
        this.putBack(reports);
        const { usage, sightings, unknownFlags } = reports;
        if (usage.length + sightings.length + unknownFlags.length === 0) return undefined;
        return { usage: usage.map((count) => ({ ...count, variants: [...count.variants] })), sightings, unknownFlags };
    }

    /** What a backup kept. Tokens have other numbers now, so all of it counts as told by one. */
    restore(kept: unknown): void {
        const { usage, sightings, unknownFlags } = (kept ?? {}) as Record<string, unknown>;
        this.putBack({
            usage: entriesIn<KeptCount>(usage, ['flag', 'app', 'environment', 'hour']).map((count) => ({
                ...count,
                reporter: REPORTER,
                variants: new Map(count.variants),
            })),
            sightings: entriesIn<Sighting>(sightings, ['app', 'environment', 'instanceId']).map(byOne),
            unknownFlags: entriesIn<UnknownFlag>(unknownFlags, ['name', 'app', 'environment']).map(byOne),
        });
    }

    putBack({ usage, sightings, unknownFlags }: Reports): void {
        const { measurements } = this.#options;
        measurements.putBackUsage(usage);
        measurements.putBackSightings(sightings);
        measurements.putBackUnknownFlags(unknownFlags);
    }

    #take(): Reports {
        const { measurements } = this.#options;
        return {
            usage: measurements.takeUsage(),
            sightings: measurements.takeSightings(),
            unknownFlags: measurements.takeUnknownFlags(),
        };
    }

    async #send(token: string, part: readonly Entry[]): Promise<void> {
        const { client, log } = this.#options;
        const { status, headers } = await client.ask('POST', '/api/client/metrics/bulk', {
            token,
            body: {
                applications: part.flatMap(({ application = [] }) => application),
                metrics: part.flatMap(({ metric = [] }) => metric),
            },
        });
        if (status === 400 || status === 413) {
            // It would be refused again; upstream may have stored a part of it.
            log.warn({ status, entries: part.length }, 'upstream refused what SDKs reported; it is left out');
            return;
        }
        // A portal answers everything with 200 and a page.
        const isPage = headers['content-type']?.startsWith('text/html');
        if (status >= 300 || isPage) throw new UpstreamAway(isPage ? 'a page' : `status ${status}`);
        this.#sent += part.length;
    }

    #entries({ usage, sightings, unknownFlags }: Reports): Entry[] {
        const { measurements, edge, clock } = this.#options;
        // Not remembered of each, but an Unleash registers nobody without.
        const unknown = { started: clock().toISOString(), interval: 0 };
        return [
            ...sightings.map((sighting): Entry => {
                const { app: appName, environment, instanceId, sdkVersion, strategies = [] } = sighting;
                const application = {
                    ...{ appName, environment, instanceId, strategies, ...unknown },
                    ...(sdkVersion && { sdkVersion }),
                    connectVia: [edge],
                };
                return { environment, application, putBack: () => measurements.putBackSightings([sighting]) };
            }),
            ...usage.map((count): Entry => {
                const { app: appName, environment, flag, hour: timestamp, yes, no } = count;
                const variants = Object.fromEntries(count.variants);
                const metric = { featureName: flag, appName, environment, timestamp, yes, no, variants };
                return { environment, flag, metric, putBack: () => measurements.putBackUsage([count]) };
            }),
            // Upstream does not know them either, and lists them as we would.
            ...unknownFlags.map((flag): Entry => {
                const { name, app: appName, environment } = flag;
                const metric = { featureName: name, appName, environment, yes: 0, no: 1, variants: {} };
                return { environment, metric, putBack: () => measurements.putBackUnknownFlags([flag]) };
            }),
        ];
    }
}

type KeptCount = Omit<UsageCount, 'variants'> & { variants: [string, number][] };

const byOne = <T extends object>(entry: T) => ({ ...entry, reporter: REPORTER });

/** Those of a list that say what they must: a backup that was damaged must not end the start. */
const entriesIn = <T extends object>(list: unknown, names: (keyof T & string)[]): T[] =>
    Array.isArray(list) ? list.filter((entry) => names.every((name) => typeof entry?.[name] === 'string')) : [];

function* inParts(entries: readonly Entry[]): Generator<Entry[]> {
    let part: Entry[] = [];
    let characters = 0;
    for (const entry of entries) {
        part.push(entry);
        characters += JSON.stringify(entry).length;
        if (part.length < AT_ONCE && characters < CHARACTERS_AT_ONCE) continue;
        yield part;
        part = [];
        characters = 0;
    }
    if (part.length > 0) yield part;
}
