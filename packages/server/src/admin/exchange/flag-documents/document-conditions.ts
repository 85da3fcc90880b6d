import { preconditionFailed } from '../../../core/errors/errors.ts';
import { etagOf, matchesEtag } from '../../../http/bodies/etag.ts';
import type { RequestHeaders } from '../../../http/route/route.ts';
import type { TaggedDocument } from './flag-document.queries.ts';

/** Returns the check of the conditions of a request: `If-Match` and `If-None-Match`. */
export const conditionsOf = (headers: RequestHeaders, name: string) => (current: TaggedDocument | undefined) => {
    const { 'if-match': expected, 'if-none-match': unexpected } = headers;
    const matches = (header: RequestHeaders[string]) =>
        current !== undefined && (header === '*' || matchesEtag(header, etagOf(current.tag)));
    if (expected !== undefined && !matches(expected)) {
        throw preconditionFailed(
            current
                ? `Flag ${name} has changed since you read it. Read it again, repeat your change, and send the new ETag in If-Match.`
                : `Flag ${name} does not exist or is archived. Leave If-Match out to create it.`,
        );
    }
    if (unexpected !== undefined && matches(unexpected)) {
        throw preconditionFailed(`Flag ${name} exists. Leave If-None-Match out to change it.`);
    }
};
