import type { Actor, SdkActor } from '../../core/access/actor.ts';
import { coalesced } from '../../core/concurrency/coalesced.ts';
import { notReady } from '../../core/errors/errors.ts';
import { hashSecret, visiblePart } from '../../identity/accounts/api-tokens/token-secret.ts';
import { TokenTable } from '../../identity/accounts/api-tokens/token-table.ts';
import type { EdgeEnvironments } from '../state/edge-environments.ts';
import { UpstreamUnavailable } from '../upstream/upstream-client.ts';
import { covers, type EdgeScope } from './edge-scope.ts';
import { type EdgeToken, type InitialTokens, isSameToken, MAX_TOKENS, TokenStates } from './token-states.ts';
import { MAX_TOKENS_PER_REQUEST, type TokenValidation, type ValidToken } from './token-validation.ts';

/** The maximum number of tokens that `checkUsed` checks at once, with a request for each. */
const MAX_CHECKED = 20;

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

/** Token validation without a database: configured tokens, tokens from the backup, and validation by upstream. */
export class EdgeTokens {
    readonly #options: EdgeTokensOptions;
    readonly #states: TokenStates;
    /** Tokens whose flags are loaded: these are accepted synchronously. */
    readonly #ready: TokenTable;
    readonly #waiting = new Set<() => void>();
    readonly #revalidations = coalesced(() => this.#revalidateAll());
    readonly #revocationListeners: (() => void)[] = [];
    /** The position from which the next call of `revalidateSome` continues. */
    #cursor = 0;
    #isOutdated = false;
    /** Tokens that SDKs used since `takeUsed` was called. */
    readonly #used = new Set<string>();
    /** Tokens that SDKs used since `checkUsed` checked them. */
    readonly #unchecked = new Set<string>();

    constructor(options: EdgeTokensOptions) {
        this.#options = options;
        this.#states = new TokenStates(options.clock);
        this.#ready = new TokenTable(options.clock);
    }

    /** Sets the tokens that are known before upstream is queried. */
    begin(initial: InitialTokens): void {
        this.#states.begin(initial);
        this.flagsChanged();
    }

    /** Adds tokens that upstream issued for this edge; they count as configured. */
    addIssued(tokens: readonly ValidToken[]): void {
        for (const token of tokens) this.#states.configure(token);
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
        const known = this.#states.get(secret);
        if (known) return this.#states.isExpired(known) ? undefined : known;
        if (!SHAPE.test(secret) || this.#states.isRefused(secret)) return undefined;
        try {
            const valid = await this.#options.validation.validate(secret);
            if (valid && (!this.#options.strict || this.#states.isConfigured(valid))) return this.#admit(valid);
            this.#states.refuse(secret);
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
        const secrets = this.#states.validated;
        if (this.#cursor >= secrets.length) this.#cursor = 0;
        const part = secrets.slice(this.#cursor, this.#cursor + MAX_TOKENS_PER_REQUEST);
        this.#cursor += MAX_TOKENS_PER_REQUEST;
        if (part.length > 0) await this.#revalidate(part);
    }

    /** Called when upstream rejects a request with a token. Throws if upstream is unavailable. */
    async recheck(secret: string): Promise<void> {
        await this.#check([secret]);
        await this.revalidate();
    }

    /**
     * Checks some of the tokens that SDKs used, except for those that are followed: for an upstream that does not notify of revoked tokens, and
     * may confirm them. Tokens that no SDK uses are not checked, because upstream would record a use. Throws if upstream is unavailable.
     */
    async checkUsed(followed: ReadonlySet<string>): Promise<void> {
        this.#noteUse();
        const secrets = [...this.#unchecked].filter((secret) => !followed.has(secret)).slice(0, MAX_CHECKED);
        for (const secret of secrets) this.#unchecked.delete(secret);
        await this.#check(secrets);
    }

    /** The tokens that SDKs used since the last call. */
    takeUsed(): string[] {
        this.#noteUse();
        const used = [...this.#used];
        this.#used.clear();
        return used;
    }

    /** Adds tokens whose use could not be reported. */
    putBackUsed(secrets: readonly string[]): void {
        for (const secret of secrets) if (this.#states.get(secret)) this.#used.add(secret);
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
        const ready = this.#states.all().filter((token) => this.#options.environments.has(token));
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
        return this.#states.all().filter(({ kind }) => kind === 'client');
    }

    /** Whether the flags of all tokens are loaded; false without any token. */
    get areReady(): boolean {
        const { environments } = this.#options;
        const following = this.following();
        return following.length > 0 && following.every((token) => environments.has(token));
    }

    /** Whether some tokens have not been validated by upstream yet. */
    get areUnclear(): boolean {
        return this.#states.areUnclear;
    }

    all(): Iterable<EdgeToken> {
        return this.#states.all();
    }

    get countRefused(): number {
        return this.#states.countRefused;
    }

    #noteUse(): void {
        const ids = new Set(this.#ready.takeSeen());
        if (ids.size === 0) return;
        for (const { id, secret, origin } of this.#states.all()) {
            // Upstream need not know trusted tokens.
            if (!ids.has(id) || origin === 'trusted') continue;
            this.#used.add(secret);
            this.#unchecked.add(secret);
        }
    }

    async #check(secrets: readonly string[]): Promise<void> {
        const known = secrets.flatMap((secret) => this.#states.get(secret) ?? []);
        const areAccepted = await Promise.all(known.map((token) => this.#options.validation.accepts(token)));
        const rejected = known.filter((_, index) => !areAccepted[index]);
        if (rejected.length > 0) await this.#revalidate(rejected.map(({ secret }) => secret));
    }

    #admit(token: ValidToken): ValidToken {
        if (this.#states.count >= MAX_TOKENS)
            throw notReady('This edge knows too many tokens. Restart it to forget some.');
        this.#states.verify(token);
        this.flagsChanged();
        this.#options.onChange();
        return token;
    }

    /** A failed request does not prevent the validation of the others. */
    async #revalidateAll(): Promise<void> {
        const secrets = this.#states.validatedAndConfigured;
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
            const before = this.#states.verify(token);
            const isSame = before !== undefined && isSameToken(before, token);
            isChanged ||= !isSame || !before.isVerified;
            isRevoked ||= before !== undefined && !isSame;
            rejected.delete(token.secret);
        }
        for (const secret of rejected) {
            if (!this.#states.refuse(secret)) continue;
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
}
