import { createHmac, hash, randomBytes } from 'node:crypto';

/** The scope in the text of a token: `project:environment.secret`. */
export interface TokenScope {
    /** `['*']` for all projects. */
    projects: string[];
    /** `*` for admin tokens. */
    environment: string;
}

/** Several projects do not fit into the text; they are stored separately. */
const SEVERAL = '[]';
const SCOPED = /^([^:\s]+):([^.:\s]+)\.(\S+)$/;

export function newTokenSecret(scope: TokenScope): string {
    return withScope(scope, randomBytes(28).toString('hex'));
}

/** Deterministic for a scope and a key, so the secret can be issued again without being stored. */
export function derivedTokenSecret(scope: TokenScope, key: Buffer): string {
    const derived = createHmac('sha256', key).update(JSON.stringify(['token', scope.environment, scope.projects]));
    return withScope(scope, derived.digest('hex').slice(0, 56));
}

function withScope({ projects, environment }: TokenScope, random: string): string {
    return `${projects.length === 1 ? projects[0] : SEVERAL}:${environment}.${random}`;
}

/** A few characters of a token are shown; the hidden rest must be too long to guess. */
export const MIN_SECRET_LENGTH = 16;

/** Reads the scope from a token that an operator configured; returns undefined if the text is invalid. */
export function scopeInSecret(secret: string): TokenScope | undefined {
    const match = SCOPED.exec(secret);
    if (!match || match[1] === SEVERAL) return undefined;
    return { projects: [match[1]!], environment: match[2]! };
}

/** Reads only the environment, which tokens of several projects contain, too. */
export const environmentInSecret = (secret: string): string | undefined => SCOPED.exec(secret)?.[2];

/** Tokens are long and random, so one round of a fast hash is sufficient. */
export const hashSecret = (secret: string) => hash('sha256', secret, 'hex');

/** Derives the key of a stream from a token; the token cannot be derived from the key. */
export const streamKeyOf = (secretHash: string) => hash('sha256', `stream ${secretHash}`, 'base64url');

const SHOWN_CHARACTERS = 4;

/** Enough to recognise a token, too little to use it. */
export function visiblePart(secret: string): string {
    return `${secret.slice(0, endOfScope(secret) + SHOWN_CHARACTERS)}…`;
}

/** Whether the part after the scope is long enough to show some of it. */
export const isLongEnough = (secret: string) => secret.length - endOfScope(secret) >= MIN_SECRET_LENGTH;

/** The name of tokens that the operator configured. */
export const INITIAL = 'initial';

/**
 * The part of a token in an event that may be shown. Older versions accepted tokens of six characters from the operator and
 * showed all of them. The audit log is never rewritten, so they are masked when it is read.
 */
export function maskSecret(visible: string, tokenName: unknown): string {
    const start = endOfScope(visible);
    return tokenName === INITIAL && visible.length - start > SHOWN_CHARACTERS + 1
        ? `${visible.slice(0, start)}…`
        : visible;
}

/** Project names contain no colon, and environments of such tokens contain no dot. */
const endOfScope = (secret: string) => secret.indexOf('.', secret.indexOf(':')) + 1;
