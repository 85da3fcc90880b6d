import { createHmac, hash, randomBytes } from 'node:crypto';

/** What the text of a token says about where it is valid: `project:environment.secret`. */
export interface TokenScope {
    /** `['*']` for all projects. */
    projects: string[];
    /** `*` for admin tokens. */
    environment: string;
}

/** Several projects do not fit into the text; they are kept beside it. */
const SEVERAL = '[]';

export function newTokenSecret(scope: TokenScope): string {
    return withScope(scope, randomBytes(28).toString('hex'));
}

/** The same for whoever asks for the same scope with the same key: it need not be remembered to be given again. */
export function derivedTokenSecret(scope: TokenScope, key: Buffer): string {
    const derived = createHmac('sha256', key).update(JSON.stringify(['token', scope.environment, scope.projects]));
    return withScope(scope, derived.digest('hex').slice(0, 56));
}

function withScope({ projects, environment }: TokenScope, random: string): string {
    return `${projects.length === 1 ? projects[0] : SEVERAL}:${environment}.${random}`;
}

/** Reads the scope out of a token that an operator wrote; undefined when it is not one. */
export function scopeInSecret(secret: string): TokenScope | undefined {
    const match = /^([^:\s]+):([^.:\s]+)\.(\S{6,})$/.exec(secret);
    if (!match || match[1] === SEVERAL) return undefined;
    return { projects: [match[1]!], environment: match[2]! };
}

/** Tokens are long and random, so one round of a fast hash is enough to keep them from being read back. */
export const hashSecret = (secret: string) => hash('sha256', secret, 'hex');

/** Follows from the token but does not lead back to it. */
export const streamKeyOf = (secretHash: string) => hash('sha256', `stream ${secretHash}`, 'base64url');

const SHOWN_CHARACTERS = 6;

/** Enough to recognise a token, far too little to use it. */
export function visiblePart(secret: string): string {
    const start = secret.indexOf('.') + 1;
    return `${secret.slice(0, start + SHOWN_CHARACTERS)}…`;
}
