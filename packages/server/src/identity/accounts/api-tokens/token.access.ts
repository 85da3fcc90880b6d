import type { Change } from '../../../changes/change.ts';
import { may } from '../../../core/access/actor.ts';
import { notAllowed } from '../../../core/errors/errors.ts';
import { requestedToken } from './requested-token.ts';
import type { NewApiToken } from './token.schemas.ts';

/** Prevents a user who may create tokens for visible projects from reaching other projects with a token for all projects. */
export function mayMakeToken({ actor }: Pick<Change, 'actor'>, input: NewApiToken): void {
    const { type, scope } = requestedToken(input);
    // Admin tokens are valid in all projects, and the route already requires an administrator.
    if (type === 'admin' || !scope.projects.includes('*') || may(actor, 'ADMIN')) return;
    throw notAllowed(
        'A token for all projects can read private projects, including future ones, so only an administrator can create it. To create a token yourself, select projects.',
    );
}
