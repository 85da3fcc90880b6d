import type { EdgeEnvironments } from '../state/edge-environments.ts';
import { areAmong, broadestScopes, covers, type EdgeScope, scopeKey } from '../tokens/edge-scope.ts';
import { Subscription, type SubscriptionOptions, type SubscriptionStatus } from './subscription.ts';

/** A backend token that is valid, as far as known. */
export interface FollowingToken extends EdgeScope {
    secret: string;
}

interface FollowedScope {
    scope: EdgeScope;
    /** Tokens of exactly this scope: any of them can be used. */
    secrets: string[];
    /** Undefined for content of a backup that no token follows yet. */
    subscription: Subscription | undefined;
}

export interface SubscriptionsOptions
    extends Pick<SubscriptionOptions, 'client' | 'mayStream' | 'refreshMs' | 'clock'> {
    environments: EdgeEnvironments;
    /** Upstream no longer accepts a token. */
    onRefused: (secret: string) => void;
    /** Upstream may have revoked tokens. */
    onTokensRevoked: () => void;
    /** Upstream may record other flags than before. */
    onRecordedFlagsChanged: () => void;
    /** The served definitions have changed; `isOther`: the scopes, too. */
    onChange: (change: { isOther: boolean }) => void;
}

/** One subscription upstream for each scope that no wider token covers. */
export class Subscriptions {
    readonly #options: SubscriptionsOptions;
    readonly #followed = new Map<string, FollowedScope>();

    constructor(options: SubscriptionsOptions) {
        this.#options = options;
    }

    /** Definitions from the backup are served until upstream responds, or no token covers them. */
    restored(scope: EdgeScope): void {
        this.#followed.set(scopeKey(scope), { scope, secrets: [], subscription: undefined });
    }

    /** Sets the valid tokens. Called again when flags are loaded, to release content that was retained until then. */
    async follow(tokens: readonly FollowingToken[]): Promise<void> {
        const secrets = Map.groupBy(tokens, scopeKey);
        // The scopes exclude the secrets, because operators can see the subscriptions.
        const wide = broadestScopes(tokens.map(({ environment, projects }) => ({ environment, projects })));
        const wideKeys = new Set<string>();
        for (const scope of wide) {
            const key = scopeKey(scope);
            wideKeys.add(key);
            const followed = this.#followed.get(key) ?? { scope, secrets: [], subscription: undefined };
            this.#followed.set(key, followed);
            followed.secrets = secrets.get(key)!.map(({ secret }) => secret);
            followed.subscription ??= this.#subscribe(followed);
        }
        for (const [key, followed] of this.#followed) {
            if (wideKeys.has(key)) continue;
            followed.secrets = secrets.get(key)?.map(({ secret }) => secret) ?? [];
            await this.#release(key, followed, tokens);
        }
    }

    /** A token for upstream requests about a flag, about a project, or about anything in an environment. */
    secretFor(
        environment: string,
        { flag, project }: { flag?: string | undefined; project?: string | undefined } = {},
    ): string | undefined {
        const scope = flag === undefined ? undefined : this.#options.environments.get(environment).scopeOf(flag);
        const secret = scope && this.#followed.get(scopeKey(scope))?.secrets[0];
        if (secret !== undefined) return secret;
        for (const followed of this.#followed.values()) {
            const { scope: other, secrets } = followed;
            if (other.environment !== environment || !secrets[0]) continue;
            // Reports of a project never reach another one.
            if (project === undefined || areAmong(new Set(other.projects), [project])) return secrets[0];
        }
        return undefined;
    }

    /** One token for each followed scope. */
    tokens(): { environment: string; secret: string }[] {
        return [...this.#followed.values()].flatMap(({ scope: { environment }, secrets }) =>
            secrets.slice(0, 1).map((secret) => ({ environment, secret })),
        );
    }

    secrets(): string[] {
        return this.tokens().map(({ secret }) => secret);
    }

    /** Whether upstream notifies this edge. */
    get areNotified(): boolean {
        return [...this.#followed.values()].some(({ subscription }) => subscription?.isNotified);
    }

    /** Whether everything that is followed was received from upstream since the start. */
    get areSynchronized(): boolean {
        const followed = [...this.#followed.values()];
        return (
            followed.length > 0 &&
            followed.every(({ subscription }) => subscription?.status.lastResponseAt !== undefined)
        );
    }

    statuses(): { scope: EdgeScope; status: SubscriptionStatus | undefined }[] {
        return Array.from(this.#followed.values(), ({ scope, subscription }) => ({
            scope,
            status: subscription?.status,
        }));
    }

    stop(): void {
        for (const { subscription } of this.#followed.values()) subscription?.stop();
    }

    /** Releases content that no token needs any more; it is served until its replacement is loaded. */
    async #release(key: string, followed: FollowedScope, tokens: readonly EdgeScope[]): Promise<void> {
        const { environments, onChange } = this.#options;
        const { scope, subscription } = followed;
        const environment = environments.get(scope.environment);
        const others = [...environment.contents()].filter((source) => scopeKey(source.scope) !== key);
        const isReplaced = others.some((source) => covers(source.scope, scope));
        const isAllowed = tokens.some((token) => overlaps(scope, token));
        if (isAllowed && !isReplaced) return;
        subscription?.stop();
        this.#followed.delete(key);
        await environment.drop(scope);
        onChange({ isOther: true });
    }

    #subscribe(followed: FollowedScope): Subscription {
        const { environments, onRefused, onTokensRevoked, onRecordedFlagsChanged, onChange, ...options } =
            this.#options;
        const { scope } = followed;
        const environment = environments.get(scope.environment);
        // Responses in flight must not restore dropped definitions.
        const isCurrent = () => this.#followed.get(scopeKey(scope)) === followed;
        return new Subscription({
            ...options,
            token: () => followed.secrets[0],
            listener: {
                onContent: async (content) => {
                    if (!isCurrent()) return;
                    const isOther = environment.contentOf(scope) === undefined;
                    await environment.replace(scope, content);
                    onChange({ isOther });
                },
                onEvents: async (events) => {
                    if (!isCurrent()) return;
                    await environment.update(scope, events);
                    onChange({ isOther: false });
                },
                onRefused: () => {
                    const refused = followed.secrets[0];
                    if (refused !== undefined) onRefused(refused);
                },
                onTokensRevoked,
                onRecordedFlagsChanged,
            },
        });
    }
}

const overlaps = (a: EdgeScope, b: EdgeScope) =>
    a.environment === b.environment &&
    (a.projects.includes('*') ||
        b.projects.includes('*') ||
        a.projects.some((project) => b.projects.includes(project)));
