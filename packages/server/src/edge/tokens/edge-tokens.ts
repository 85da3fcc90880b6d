import type { Actor, SdkActor } from '../../core/access/actor.ts';
import { coalesced } from '../../core/concurrency/coalesced.ts';
import { notReady } from '../../core/errors/errors.ts';
import { hashSecret, scopeInSecret, visiblePart } from '../../identity/accounts/api-tokens/token-secret.ts';
import { TokenTable } from '../../identity/accounts/api-tokens/token-table.ts';
import type { EdgeEnvironments } from '../state/edge-environments.ts';
import { UpstreamUnavailable } from '../upstream/upstream-client.ts';
import { covers, type EdgeScope, scopeKey } from './edge-scope.ts';
import { MAX_TOKENS_PER_REQUEST, type TokenValidation, type ValidToken } from './token-validation.ts';

/** The origin of a token. */
type Origin = 'startup' | 'trusted' | 'backup' | 'request';

interface EdgeToken extends ValidToken {
    id: number;
    origin: Origin;
    /** Whether upstream has validated it since this edge started. */
    isVerified: boolean;
}

export interface EdgeTokensOptions {
    environments: EdgeEnvironments;
    validation: TokenValidation;
    clock: () => Date;
    /** Whether only scopes covered by the configured tokens are served. */
    strict: boolean;
    /** How long a request waits for flags that are being loaded. */
    timeoutMs: number;
    /** Called when tokens were added or removed: followed scopes, served content and backup may change. */
    onChange: () => void;
    log: { warn(about: object, message: string): void; info(about: object, message: string): void };
}

/** The format of tokens; other texts are rejected without querying upstream. */
const SHAPE = /^[^\s:]{1,200}:[^\s.:]{1,100}\.\S{1,190}$/;
const MAX_TOKENS = 50_000;
const MAX_REFUSED = 20_000;
/** How long a token that upstream does not know is rejected without another query. */
const REFUSED_MS = 60_000;

/** Token validation without a database: configured tokens, tokens from the backup, and validation by upstream. */
export class EdgeTokens {
    readonly #options: EdgeTokensOptions;
    readonly #known = new Map<string, EdgeToken>();
    /** The rejected tokens: the time of the next query, by hash. */
    readonly #refused = new Map<string, number>();
    /** Tokens whose flags are loaded: these are accepted synchronously. */
    readonly #ready: TokenTable;
    readonly #waiting = new Set<() => void>();
    readonly #revalidations = coalesced(() => this.#revalidateAll());
    readonly #revocationListeners: (() => void)[] = [];
    /** The position from which the next call of `revalidateSome` continues. */
    #cursor = 0;
    #isOutdated = false;
    #nextId = 1;
    /** Configured tokens: validated again even when upstream did not know them. */
    #startup: readonly string[] = [];

    constructor(options: EdgeTokensOptions) {
        this.#options = options;
        this.#ready = new TokenTable(options.clock);
    }

    /** Sets the tokens that are known before upstream is queried. */
    begin(initial: { startup: readonly string[]; trusted: readonly string[]; backup: readonly ValidToken[] }): void {
        this.#startup = initial.startup;
        for (const token of initial.backup) this.#store(token, 'backup', false);
        // A configured token is trusted with the scope in its text until upstream validates it.
        for (const secret of initial.startup) {
            const scope = scopeInSecret(secret);
            const known = this.#known.get(secret);
            if (known) known.origin = 'startup';
            else if (scope) this.#store({ secret, kind: 'client', ...scope }, 'startup', false);
        }
        for (const token of initial.trusted) this.#store(trustedToken(token), 'trusted', true);
        this.flagsChanged();
    }

    /** Adds tokens that upstream issued for this edge; they count as configured. */
    give(tokens: readonly ValidToken[]): void {
        this.#startup = [...new Set([...this.#startup, ...tokens.map(({ secret }) => secret)])];
        for (const token of tokens) this.#store(token, 'startup', true);
        this.flagsChanged();
        this.#options.onChange();
    }

    /** Returns the actor of a token if its flags are loaded. */
    find(secret: string): Actor | undefined {
        return this.#readyNow().find(secret);
    }

    findByStreamKey(streamKey: string): SdkActor | undefined {
        return this.#readyNow().findByStreamKey(streamKey);
    }

    /** Returns the actor of a token after waiting for the validation by upstream and for the flags. */
    async identify(secret: string): Promise<Actor | undefined> {
        const token = await this.validate(secret);
        if (!token) return undefined;
        if (await this.#becomesReady(token)) return this.find(secret);
        const { environment, projects } = token;
        const isFollowed = this.following().some((other) => covers(other, token));
        throw notReady(
            isFollowed || token.kind === 'client'
                ? `The flags of the environment ${environment} have not been received from upstream yet. Try again in a moment.`
                : `This edge has no backend token for the environment ${environment} and the projects ${projects.join(', ')} ` +
                      'of this frontend token. Add one to TOKENS.',
        );
    }

    /** Returns the cached or upstream validation result of a token; undefined if it is invalid. */
    async validate(secret: string): Promise<ValidToken | undefined> {
        const known = this.#known.get(secret);
        if (known) return this.#isExpired(known) ? undefined : known;
        if (!SHAPE.test(secret) || this.#isRefused(secret)) return undefined;
        try {
            const valid = await this.#options.validation.validate(secret);
            if (valid && this.#isWithinScope(valid)) return this.#admit(valid);
            this.#refuse(secret);
            return undefined;
        } catch (error) {
            if (!(error instanceof UpstreamUnavailable)) throw error;
            throw notReady('Upstream is unavailable, so this token cannot be validated. Try again in a moment.');
        }
    }

    /** Validates all tokens upstream; tokens that it no longer knows are rejected. Throws if upstream is unavailable. */
    revalidate(): Promise<void> {
        return this.#revalidations();
    }

    /**
     * Validates as many tokens as fit into one request, in rotation: for an upstream that does not notify of revoked tokens.
     * Throws if upstream is unavailable.
     */
    async revalidateSome(): Promise<void> {
        const secrets = [...this.#known.values()].flatMap(({ secret, origin }) => (origin === 'trusted' ? [] : secret));
        if (this.#cursor >= secrets.length) this.#cursor = 0;
        const part = secrets.slice(this.#cursor, this.#cursor + MAX_TOKENS_PER_REQUEST);
        this.#cursor += MAX_TOKENS_PER_REQUEST;
        if (part.length > 0) await this.#revalidate(part);
    }

    /** Registers a listener that is called when upstream has revoked a token. */
    onRevoked(listener: () => void): void {
        this.#revocationListeners.push(listener);
    }

    /** Called when flags were loaded or removed: updates the tokens that can be served. */
    flagsChanged(): void {
        this.#isOutdated = true;
        for (const check of this.#waiting) check();
    }

    #readyNow(): TokenTable {
        if (!this.#isOutdated) return this.#ready;
        this.#isOutdated = false;
        const ready = [...this.#known.values()].filter((token) => this.#options.environments.has(token));
        this.#ready.use(
            ready.map(({ id, secret, kind, environment, projects, expiresAt }) => ({
                id,
                name: visiblePart(secret),
                type: kind,
                secret_hash: hashSecret(secret),
                environment,
                projects: [...projects],
                expires_at: expiresAt ?? null,
            })),
        );
        return this.#ready;
    }

    /** Backend tokens, whose scopes can be followed. */
    following(): EdgeToken[] {
        return [...this.#known.values()].filter(({ kind }) => kind === 'client');
    }

    /** Whether the flags of all tokens are loaded; false without any token. */
    get areReady(): boolean {
        const { environments } = this.#options;
        const following = this.following();
        return following.length > 0 && following.every((token) => environments.has(token));
    }

    /** Whether some tokens have not been validated by upstream yet. */
    get areUnclear(): boolean {
        return (
            this.#startup.some((secret) => !this.#known.has(secret)) ||
            [...this.#known.values()].some(({ isVerified }) => !isVerified)
        );
    }

    all(): Iterable<EdgeToken> {
        return this.#known.values();
    }

    get countRefused(): number {
        return this.#refused.size;
    }

    #admit(token: ValidToken): ValidToken {
        if (this.#known.size >= MAX_TOKENS)
            throw notReady('This edge knows too many tokens. Restart it to forget some.');
        this.#store(token, 'request', true);
        this.flagsChanged();
        this.#options.onChange();
        return token;
    }

    #store(token: ValidToken, origin: Origin, isVerified: boolean): void {
        const known = this.#known.get(token.secret);
        this.#known.set(token.secret, { ...token, id: known?.id ?? this.#nextId++, origin, isVerified });
    }

    /** A failed request does not prevent the validation of the others. */
    async #revalidateAll(): Promise<void> {
        const validated = [...this.#known.values()].filter(({ origin }) => origin !== 'trusted');
        const secrets = [...new Set([...validated.map(({ secret }) => secret), ...this.#startup])];
        let problem: unknown;
        for (let start = 0; start < secrets.length; start += MAX_TOKENS_PER_REQUEST) {
            await this.#revalidate(secrets.slice(start, start + MAX_TOKENS_PER_REQUEST)).catch((error: unknown) => {
                problem = error;
            });
        }
        if (problem !== undefined) throw problem;
    }

    async #revalidate(secrets: readonly string[]): Promise<void> {
        const rejected = new Set(secrets);
        const valid = await this.#options.validation.among(secrets);
        let isChanged = false;
        let isRevoked = false;
        for (const token of valid) {
            const known = this.#known.get(token.secret);
            const isSame = known?.isVerified === true && isSameToken(known, token);
            isChanged ||= !isSame;
            isRevoked ||= known !== undefined && !isSameToken(known, token);
            const isStartup = this.#startup.includes(token.secret);
            this.#store(token, isStartup ? 'startup' : (known?.origin ?? 'request'), true);
            rejected.delete(token.secret);
        }
        for (const secret of rejected) {
            this.#refuse(secret);
            if (!this.#known.delete(secret)) continue;
            isChanged = true;
            isRevoked = true;
            this.#options.log.warn(
                { token: visiblePart(secret) },
                'upstream does not know this token; it is refused from now on',
            );
        }
        if (!isChanged) return;
        this.flagsChanged();
        this.#options.onChange();
        if (isRevoked) for (const listener of this.#revocationListeners) listener();
    }

    async #becomesReady(token: EdgeScope): Promise<boolean> {
        const { environments, timeoutMs } = this.#options;
        if (environments.has(token)) return true;
        const { promise, resolve } = Promise.withResolvers<boolean>();
        const check = () => environments.has(token) && resolve(true);
        const timer = setTimeout(() => resolve(false), timeoutMs).unref();
        this.#waiting.add(check);
        return promise.finally(() => {
            clearTimeout(timer);
            this.#waiting.delete(check);
        });
    }

    #isWithinScope(token: ValidToken): boolean {
        if (!this.#options.strict) return true;
        const startup = [...this.#known.values()].filter(({ origin }) => origin === 'startup');
        return startup.some((configured) => covers(configured, token));
    }

    #isExpired({ expiresAt }: ValidToken): boolean {
        return expiresAt !== undefined && Date.parse(expiresAt) <= this.#options.clock().getTime();
    }

    #isRefused(secret: string): boolean {
        const hash = hashSecret(secret);
        const until = this.#refused.get(hash);
        if (until === undefined) return false;
        if (until > this.#options.clock().getTime()) return true;
        this.#refused.delete(hash);
        return false;
    }

    #refuse(secret: string): void {
        // The oldest entry is evicted.
        if (this.#refused.size >= MAX_REFUSED) this.#refused.delete(this.#refused.keys().next().value!);
        this.#refused.set(hashSecret(secret), this.#options.clock().getTime() + REFUSED_MS);
    }
}

const isSameToken = (a: ValidToken, b: ValidToken) =>
    a.kind === b.kind && scopeKey(a) === scopeKey(b) && a.expiresAt === b.expiresAt;

/** A token that is never validated: in the usual format, or any text followed by `@` and an environment. */
export function trustedToken(text: string): ValidToken {
    const scope = scopeInSecret(text);
    if (scope) return { secret: text, kind: 'frontend', ...scope };
    const [secret = '', environment = ''] = text.split(/@([^@]*)$/);
    return { secret, kind: 'frontend', environment, projects: ['*'] };
}
