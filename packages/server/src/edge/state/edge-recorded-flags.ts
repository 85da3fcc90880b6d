import { coalesced } from '../../core/concurrency/coalesced.ts';
import { RECORDED_FLAGS, type RecordedFlagList } from '../../delivery/assignments/recorded-flags.schemas.ts';
import type { RecordedFlag, RecordedFlags } from '../../delivery/assignments/recorded-flags.ts';
import type { Subscriptions } from '../upstream/subscriptions.ts';
import type { UpstreamClient } from '../upstream/upstream-client.ts';
import type { EdgeEnvironments } from './edge-environments.ts';

interface EdgeRecordedFlagsOptions {
    client: Pick<UpstreamClient, 'request'>;
    subscriptions: Pick<Subscriptions, 'statuses' | 'tokens'>;
    environments: EdgeEnvironments;
    onError: (error: unknown) => void;
}

/** The flags whose evaluated users upstream wants to know from this edge. */
export class EdgeRecordedFlags implements RecordedFlags {
    readonly #options: EdgeRecordedFlagsOptions;
    readonly #refresh = coalesced(() => this.#read());
    readonly #listeners: (() => void)[] = [];
    #byEnvironment: ReadonlyMap<string, readonly RecordedFlag[]> = new Map();
    /** By environment: a mark of the definitions of a revision. */
    readonly #versions = new Map<string, { revision: number }>();

    constructor(options: EdgeRecordedFlagsOptions) {
        this.#options = options;
    }

    /** Reads the flags again, without waiting for them. While upstream does not respond, the last ones are recorded. */
    refresh(): void {
        this.#refresh().catch(this.#options.onError);
    }

    in(environment: string): readonly RecordedFlag[] | undefined {
        return this.#byEnvironment.get(environment);
    }

    /** Upstream computes the arms with its own definitions, so nothing is recorded while those of this edge may be older. */
    currentFlags(environment: string): object | undefined {
        const { environments, subscriptions } = this.#options;
        const own = subscriptions.statuses().filter(({ scope }) => scope.environment === environment);
        if (own.some(({ status }) => status === undefined || status.awaySince !== undefined)) return undefined;
        const { revision } = environments.get(environment).snapshots.of(environment);
        const known = this.#versions.get(environment);
        if (known?.revision === revision) return known;
        const version = { revision };
        this.#versions.set(environment, version);
        return version;
    }

    onChange(listener: () => void): void {
        this.#listeners.push(listener);
    }

    async #read(): Promise<void> {
        const { client, subscriptions } = this.#options;
        const flags = new Map<string, Map<string, RecordedFlag>>();
        for (const { environment, secret } of subscriptions.tokens()) {
            const { status, body } = await client.request('GET', RECORDED_FLAGS, { token: secret });
            // Unleash, and older versions, record nothing.
            if (status === 404) continue;
            if (status !== 200) throw new Error(`Upstream answers ${status} to ${RECORDED_FLAGS}.`);
            const known = flags.get(environment) ?? new Map<string, RecordedFlag>();
            for (const each of (JSON.parse(body.toString()) as RecordedFlagList).flags) known.set(each.id, each);
            if (known.size > 0) flags.set(environment, known);
        }
        this.#byEnvironment = new Map([...flags].map(([environment, known]) => [environment, [...known.values()]]));
        for (const listener of this.#listeners) listener();
    }
}
