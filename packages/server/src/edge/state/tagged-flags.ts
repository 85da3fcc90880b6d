import { notReady } from '../../core/errors/errors.ts';
import type { Subscriptions } from '../upstream/subscriptions.ts';
import type { UpstreamClient } from '../upstream/upstream-client.ts';

interface CachedTagQuery {
    names: readonly string[];
    queriedAt: number;
}

/** The maximum number of cached queries: a client can send any number of different ones. */
const MAX_CACHED = 1_000;

/** Finds flags by tag. Flag definitions contain no tags, so upstream is queried: for each filter at most once per refresh interval. */
export class TaggedFlags {
    readonly #client: UpstreamClient;
    readonly #subscriptions: Pick<Subscriptions, 'secrets'>;
    readonly #clock: () => Date;
    readonly #refreshMs: number;
    readonly #cache = new Map<string, CachedTagQuery>();

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

    /** Returns the flags that have one of these tags; the cached result while upstream is unavailable. */
    async of(tags: readonly string[]): Promise<string[]> {
        const key = JSON.stringify(tags);
        const cached = this.#cache.get(key);
        const now = this.#clock().getTime();
        if (cached && now - cached.queriedAt < this.#refreshMs) return [...cached.names];
        const names = await this.#query(tags).catch(() => cached?.names);
        if (!names)
            throw notReady('Upstream is unavailable, so the flags with these tags are unknown. Try again in a moment.');
        this.#cache.delete(key);
        if (this.#cache.size >= MAX_CACHED) this.#cache.delete(this.#cache.keys().next().value!);
        this.#cache.set(key, { names, queriedAt: now });
        return [...names].sort();
    }

    async #query(tags: readonly string[]): Promise<string[]> {
        const query = tags.map((tag) => `tag=${encodeURIComponent(tag)}`).join('&');
        const names = new Set<string>();
        for (const token of this.#subscriptions.secrets()) {
            const { status, body } = await this.#client.request('GET', `/api/client/features?${query}`, { token });
            if (status !== 200) throw new Error(`status ${status}`);
            const { features } = JSON.parse(body.toString()) as { features: { name: string }[] };
            for (const { name } of features) names.add(name);
        }
        return [...names];
    }
}
