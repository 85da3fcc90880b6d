import { notReady } from '../../core/errors/errors.ts';
import type { Subscriptions } from '../upstream/subscriptions.ts';
import type { UpstreamClient } from '../upstream/upstream-client.ts';

interface CachedTagQuery {
    names: readonly string[];
    askedAt: number;
}

/** The maximum number of cached queries: a client can send any number of different ones. */
const MAX_KNOWN = 1_000;

/** Flag definitions contain no tags, so upstream is queried, for each filter no more often than for flags. */
export class TaggedFlags {
    readonly #client: UpstreamClient;
    readonly #subscriptions: Pick<Subscriptions, 'secrets'>;
    readonly #clock: () => Date;
    readonly #refreshMs: number;
    readonly #known = new Map<string, CachedTagQuery>();

    constructor(
        client: UpstreamClient,
        subscriptions: Pick<Subscriptions, 'secrets'>,
        clock: () => Date,
        refreshMs: number,
    ) {
        this.#client = client;
        this.#subscriptions = subscriptions;
        this.#clock = clock;
        this.#refreshMs = refreshMs;
    }

    /** The flags that have one of these tags. While upstream is unavailable, the last known result. */
    async of(tags: readonly string[]): Promise<string[]> {
        const key = JSON.stringify(tags);
        const known = this.#known.get(key);
        const now = this.#clock().getTime();
        if (known && now - known.askedAt < this.#refreshMs) return [...known.names];
        const names = await this.#ask(tags).catch(() => known?.names);
        if (!names) throw notReady('Upstream cannot be asked which flags have these tags. Try again in a moment.');
        this.#known.delete(key);
        if (this.#known.size >= MAX_KNOWN) this.#known.delete(this.#known.keys().next().value!);
        this.#known.set(key, { names, askedAt: now });
        return [...names].sort();
    }

    async #ask(tags: readonly string[]): Promise<string[]> {
        const query = tags.map((tag) => `tag=${encodeURIComponent(tag)}`).join('&');
        const names = new Set<string>();
        for (const token of this.#subscriptions.secrets()) {
            const { status, body } = await this.#client.ask('GET', `/api/client/features?${query}`, { token });
            if (status !== 200) throw new Error(`status ${status}`);
            const { features } = JSON.parse(body.toString()) as { features: { name: string }[] };
            for (const { name } of features) names.add(name);
        }
        return [...names];
    }
}
