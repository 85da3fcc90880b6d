import { setTimeout as delay } from 'node:timers/promises';
import { coalesced } from '../../core/concurrency/coalesced.ts';
import { environmentInSecret } from '../../identity/accounts/api-tokens/token-secret.ts';
import { jsonOf, type UpstreamClient, UpstreamUnavailable } from '../upstream/upstream-client.ts';
import type { EdgeScope } from './edge-scope.ts';

/** The validation result of upstream for a token. */
export interface ValidToken extends EdgeScope {
    secret: string;
    kind: 'client' | 'frontend';
    /** The expiry time, if upstream sends it; undefined: never. */
    expiresAt?: string | undefined;
}

interface Waiting extends PromiseWithResolvers<ValidToken | undefined> {
    secret: string;
}

export const MAX_TOKENS_PER_REQUEST = 500;
/** The maximum number of waiting tokens: a flood of invented tokens must not fill the memory. */
const MAX_WAITING = 2_000;
/** The pause between two requests, so that unknown clients cannot cause more. */
const PAUSE_MS = 200;
const MAX_REJECTED = 10_000;
/** Requests without effect and with a short response, which upstream rejects with 401 if it does not accept the token. */
const PROBES = {
    client: '/api/client/features/halyard-edge-token-check',
    frontend: '/api/frontend/client/features',
} as const satisfies Record<ValidToken['kind'], string>;

/** Validates tokens upstream: many in one request, and at most a few requests a second. */
export class TokenValidation {
    readonly #client: UpstreamClient;
    readonly #waiting = new Map<string, Waiting>();
    readonly #rounds = coalesced(() => this.#round());
    /** Tokens that upstream rejected in a request. */
    readonly #rejected = new Set<string>();

    constructor(client: UpstreamClient) {
        this.#client = client;
    }

    /** Returns undefined for an invalid token; throws if upstream is unavailable. Concurrent callers share the result. */
    async validate(secret: string): Promise<ValidToken | undefined> {
        const known = this.#waiting.get(secret);
        if (known) return known.promise;
        if (this.#waiting.size >= MAX_WAITING) throw new UpstreamUnavailable('too many unknown tokens at once');
        const waiting = { secret, ...Promise.withResolvers<ValidToken | undefined>() };
        this.#waiting.set(secret, waiting);
        void this.#rounds();
        return waiting.promise;
    }

    /** Returns the valid tokens of up to `AT_ONCE` known ones. These requests do not wait for requests about unknown tokens. */
    among(secrets: readonly string[]): Promise<ValidToken[]> {
        return this.#validate(secrets);
    }

    /**
     * Whether upstream accepts requests with a token. Unleash 8.2 confirms a deleted token in `/edge/validate` until it restarts, but rejects
     * requests with it. Throws if upstream is unavailable.
     */
    async accepts({ secret, kind }: Pick<ValidToken, 'secret' | 'kind'>): Promise<boolean> {
        const { status } = await this.#client.request('GET', PROBES[kind], { token: secret });
        if (status >= 500) throw new UpstreamUnavailable(`status ${status}`);
        if (status !== 401) {
            this.#rejected.delete(secret);
            return true;
        }
        // The oldest entry is evicted.
        if (this.#rejected.size >= MAX_REJECTED) this.#rejected.delete(this.#rejected.values().next().value!);
        this.#rejected.add(secret);
        return false;
    }

    async #round(): Promise<void> {
        const batch = [...this.#waiting.values()].slice(0, MAX_TOKENS_PER_REQUEST);
        if (batch.length === 0) return;
        try {
            const valid = await this.#validate(batch.map(({ secret }) => secret));
            const bySecret = new Map(valid.map((token) => [token.secret, token]));
            for (const { secret, resolve } of batch) resolve(bySecret.get(secret));
        } catch (error) {
            for (const { reject } of batch) reject(error);
        }
        for (const { secret } of batch) this.#waiting.delete(secret);
        await delay(PAUSE_MS, undefined, { ref: false });
        // New tokens have requested another round; tokens left over from this one have not.
        if (this.#waiting.size > 0) await this.#round();
    }

    async #validate(secrets: readonly string[]): Promise<ValidToken[]> {
        const { status, body } = await this.#client.request('POST', '/edge/validate', { body: { tokens: secrets } });
        if (status !== 200) throw new UpstreamUnavailable(`status ${status}`);
        const requested = new Set(secrets);
        const valid = readTokens(jsonOf(body)).filter(({ secret }) => requested.has(secret));
        const areAccepted = await Promise.all(
            valid.map((token) => !this.#rejected.has(token.secret) || this.accepts(token)),
        );
        return valid.filter((_, index) => areAccepted[index]);
    }
}

/**
 * Parses tokens of upstream or of a backup; admin tokens are skipped. Most Unleash versions do not send the environment of a
 * token, so it is taken from its text. An invalid list is an error, not an empty list, so that no token is rejected because of
 * it.
 */
export function readTokens(body: unknown): ValidToken[] {
    const list = Array.isArray(body) ? body : (body as { tokens?: unknown } | null)?.tokens;
    if (!Array.isArray(list)) throw new UpstreamUnavailable('there is no list of tokens');
    return list.flatMap((entry: unknown) => {
        const {
            token,
            type,
            token_type,
            environment: sentEnvironment,
            projects,
            expiresAt,
        } = (entry ?? {}) as Record<string, unknown>;
        const kind = KINDS[String(type ?? token_type ?? 'client').toLowerCase()];
        if (kind === undefined || typeof token !== 'string') return [];
        const environment = typeof sentEnvironment === 'string' ? sentEnvironment : environmentInSecret(token);
        if (environment === undefined || environment === '*') return [];
        const isList = Array.isArray(projects) && projects.every((project) => typeof project === 'string');
        const isExpiry = typeof expiresAt === 'string' && !Number.isNaN(Date.parse(expiresAt));
        return isList ? [{ secret: token, kind, environment, projects, ...(isExpiry && { expiresAt }) }] : [];
    });
}

const KINDS: Record<string, ValidToken['kind'] | undefined> = {
    client: 'client',
    backend: 'client',
    frontend: 'frontend',
};
