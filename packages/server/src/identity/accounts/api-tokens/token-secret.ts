import { createHmac, hash, randomBytes } from 'node:crypto';

/** The scope in the text of a token: `project:environment.secret`. */
export interface TokenScope {
    /** `['*']` for all projects. */
    projects: string[];
    /** `*` for admin tokens. */
    environment: string;
}

/** Several projects do not fit into the text; they are kept beside it. */
const SEVERAL = '[]';
const SCOPED = /^([^:\s]+):([^.:\s]+)\.(\S+)$/;

export function newTokenSecret(scope: TokenScope): string {
    return withScope(scope, randomBytes(28).toString('hex'));
}

/** Deterministic for a scope and a key: it need not be stored to be issued again. */
export function derivedTokenSecret(scope: TokenScope, key: Buffer): string {
    const derived = createHmac('sha256', key).update(JSON.stringify(['token', scope.environment, scope.projects]));
    return withScope(scope, derived.digest('hex').slice(0, 56));
}

function withScope({ projects, environment }: TokenScope, random: string): string {
    return `${projects.length === 1 ? projects[0] : SEVERAL}:${environment}.${random}`;
}

/** A few characters of a token are shown; what is not shown must be too much to guess. */
export const MIN_SECRET_LENGTH = 16;

/** Reads the scope out of a token that an operator wrote; undefined when it is not one. */
export function scopeInSecret(secret: string): TokenScope | undefined {
    const match = SCOPED.exec(secret);
    if (!match || match[1] === SEVERAL) return undefined;
    return { projects: [match[1]!], environment: match[2]! };
}

/** The same of the environment alone, which tokens of several projects say, too. */
export const environmentInSecret = (secret: string): string | undefined => SCOPED.exec(secret)?.[2];

/** Tokens are long and random, so one round of a fast hash is enough to keep them from being read back. */
export const hashSecret = (secret: string) => hash('sha256', secret, 'hex');

/** Follows from the token but does not lead back to it. */
export const streamKeyOf = (secretHash: string) => hash('sha256', `stream ${secretHash}`, 'base64url');

const SHOWN_CHARACTERS = 4;

/** Enough to recognise a token, far too little to use it. */
export function visiblePart(secret: string): string {
    return `${secret.slice(0, endOfScope(secret) + SHOWN_CHARACTERS)}…`;
}

/** Whether the part behind the scope is long enough for some of it to be shown. */
export const isLongEnough = (secret: string) => secret.length - endOfScope(secret) >= MIN_SECRET_LENGTH;

/** The name of the tokens that the operator gave. */
export const INITIAL = 'initial';

/**
 * The part of a token in an event that may be shown. Older versions accepted tokens of six characters from the operator and
 * showed all of them. The audit log is never rewritten, so they are masked when it is read.
 */
export function stillVisible(visible: string, tokenName: unknown): string {
    const start = endOfScope(visible);
    return tokenName === INITIAL && visible.length - start > SHOWN_CHARACTERS + 1
        ? `${visible.slice(0, start)}…`
        : visible;
}

/** Projects are named without a colon, environments of such tokens without a dot. */
const endOfScope = (secret: string) => secret.indexOf('.', secret.indexOf(':')) + 1;
