import type { TokenRow } from './token.queries.ts';
import type { NewApiToken } from './token.schemas.ts';
import type { TokenScope } from './token-secret.ts';

/** Returns the requested token with defaults for missing members. */
export function requestedToken(input: NewApiToken): { type: TokenRow['type']; scope: TokenScope } {
    const kind = input.type.toLowerCase();
    const type = kind === 'backend' ? 'client' : (kind as TokenRow['type']);
    const projects = input.projects ?? (input.project === undefined ? ['*'] : [input.project]);
    return {
        type,
        scope: {
            projects: projects.includes('*') ? ['*'] : [...new Set(projects)],
            environment: input.environment ?? (type === 'admin' ? '*' : 'development'),
        },
    };
}
