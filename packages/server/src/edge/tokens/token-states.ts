import { hashSecret, scopeInSecret } from '../../identity/accounts/api-tokens/token-secret.ts';
import { covers, type EdgeScope, scopeKey } from './edge-scope.ts';
import type { ValidToken } from './token-validation.ts';

/** The origin of a token. */
type Origin = 'startup' | 'trusted' | 'backup' | 'request';

export interface EdgeToken extends ValidToken {
    id: number;
    origin: Origin;
    /** Whether upstream has validated it since this edge started. */
    isVerified: boolean;
}

export interface InitialTokens {
    startup: readonly string[];
    trusted: readonly string[];
    backup: readonly ValidToken[];
}

/** The maximum number of tokens that requests add to the known ones. */
export const MAX_TOKENS = 50_000;
const MAX_REFUSED = 20_000;
/** How long a token that upstream does not know is rejected without another query. */
const REFUSED_MS = 60_000;

/**
 * What this edge knows of each token. A token is unknown, assumed (from configuration or backup, until upstream validates it), valid,
 * or refused. Trusted tokens are valid for good. Refused tokens are unknown again after a minute; configured ones are validated with all
 * others.
 */
export class TokenStates {
    readonly #clock: () => Date;
    readonly #known = new Map<string, EdgeToken>();
    /** The refused tokens: the time of the next query, by hash. */
    readonly #refused = new Map<string, number>();
    readonly #startup = new Set<string>();
    #nextId = 1;

    constructor(clock: () => Date) {
        this.#clock = clock;
    }

    /** Sets the tokens that are known before upstream is queried. */
    begin({ startup, trusted, backup }: InitialTokens): void {
        for (const secret of startup) this.#startup.add(secret);
        for (const token of backup) this.#set(token, 'backup', false);
        // A configured token is trusted with the scope in its text until upstream validates it.
        for (const secret of startup) {
            const scope = scopeInSecret(secret);
            const known = this.#known.get(secret);
            if (known) known.origin = 'startup';
            else if (scope) this.#set({ secret, kind: 'client', ...scope }, 'startup', false);
        }
        for (const token of trusted) this.#set(trustedToken(token), 'trusted', true);
    }

    /** Adds a valid token that counts as configured. */
    configure(token: ValidToken): void {
        this.#startup.add(token.secret);
        this.#set(token, 'startup', true);
    }

    /** Records that upstream validated a token. Returns the token as it was known before. */
    verify(token: ValidToken): EdgeToken | undefined {
        const known = this.#known.get(token.secret);
        this.#set(token, this.#startup.has(token.secret) ? 'startup' : (known?.origin ?? 'request'), true);
        return known;
    }

    /** Records that upstream does not know a token. Returns whether it was accepted before. */
    refuse(secret: string): boolean {
        // The oldest entry is evicted.
        if (this.#refused.size >= MAX_REFUSED) this.#refused.delete(this.#refused.keys().next().value!);
        this.#refused.set(hashSecret(secret), this.#clock().getTime() + REFUSED_MS);
        return this.#known.delete(secret);
    }

    get(secret: string): EdgeToken | undefined {
        return this.#known.get(secret);
    }

    all(): EdgeToken[] {
        return [...this.#known.values()];
    }

    get count(): number {
        return this.#known.size;
    }

    get countRefused(): number {
        return this.#refused.size;
    }

    /** The secrets of all tokens that upstream validates, in a stable order. */
    get validated(): string[] {
        return this.all().flatMap(({ secret, origin }) => (origin === 'trusted' ? [] : secret));
    }

    /** The same with all configured tokens, also those that upstream did not know. */
    get validatedAndConfigured(): string[] {
        return [...new Set([...this.validated, ...this.#startup])];
    }

    /** Whether some tokens have not been validated by upstream yet. */
    get areUnclear(): boolean {
        return (
            [...this.#startup].some((secret) => !this.#known.has(secret)) ||
            this.all().some(({ isVerified }) => !isVerified)
        );
    }

    /** Whether the scope is covered by a configured token. */
    isConfigured(scope: EdgeScope): boolean {
        return this.all().some((token) => token.origin === 'startup' && covers(token, scope));
    }

    isExpired({ expiresAt }: ValidToken): boolean {
        return expiresAt !== undefined && Date.parse(expiresAt) <= this.#clock().getTime();
    }

    isRefused(secret: string): boolean {
        const hash = hashSecret(secret);
        const until = this.#refused.get(hash);
        if (until === undefined) return false;
        if (until > this.#clock().getTime()) return true;
        this.#refused.delete(hash);
        return false;
    }

    #set(token: ValidToken, origin: Origin, isVerified: boolean): void {
        const known = this.#known.get(token.secret);
        this.#known.set(token.secret, { ...token, id: known?.id ?? this.#nextId++, origin, isVerified });
    }
}

export const isSameToken = (a: ValidToken, b: ValidToken) =>
    a.kind === b.kind && scopeKey(a) === scopeKey(b) && a.expiresAt === b.expiresAt;

/** A token that is never validated: in the usual format, or any text followed by `@` and an environment. */
export function trustedToken(text: string): ValidToken {
    const scope = scopeInSecret(text);
    if (scope) return { secret: text, kind: 'frontend', ...scope };
    const [secret = '', environment = ''] = text.split(/@([^@]*)$/);
    return { secret, kind: 'frontend', environment, projects: ['*'] };
}
