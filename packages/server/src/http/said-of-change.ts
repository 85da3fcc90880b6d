import type { IncomingHttpHeaders } from 'node:http';
import type { AdminActor } from '../core/actor.ts';
import { invalid } from '../core/errors.ts';

const LONGEST_REASON = 500;

/**
 * What a caller says of a change beside the change itself, on any route that makes one: why (`Change-Reason`), whether to
 * propose it where it needs approval (`Prefer: change-request`, or `?propose=true`), and whether only to say what it would do
 * (`Prefer: what-if`).
 */
export function saidOfChange(
    headers: IncomingHttpHeaders,
    query: unknown,
    canBeTried: boolean,
): Pick<AdminActor, 'reason' | 'proposes' | 'rehearses'> {
    const reason = reasonIn(headers['change-reason']);
    const preferences = preferencesIn(headers['prefer']);
    const proposes = asksToPropose(query) || preferences.includes('change-request');
    const rehearses = preferences.includes('what-if');
    // It would be done where it was only to be tried.
    if (rehearses && !canBeTried) {
        throw invalid('This cannot be tried without doing it. Leave "Prefer: what-if" out.', '/headers/prefer');
    }
    return {
        ...(reason !== undefined && { reason }),
        ...(proposes && { proposes }),
        ...(rehearses && { rehearses }),
    };
}

function reasonIn(header: string | string[] | undefined): string | undefined {
    if (header === undefined) return undefined;
    // Node reads headers as Latin-1, and who writes other letters sends UTF-8.
    const bytes = Buffer.from(String(header), 'latin1');
    const text = bytes.toString('utf8');
    const reason = (text.includes('\uFFFD') ? String(header) : text).trim();
    if (reason.length === 0 || reason.length > LONGEST_REASON) {
        throw invalid(
            `The header "Change-Reason" says in 1 to ${LONGEST_REASON} characters why. Shorten it, or leave it out.`,
            '/headers/change-reason',
        );
    }
    return reason;
}

/** There may be several, and those that we do not know are none of ours. */
const preferencesIn = (header: string | string[] | undefined) =>
    String(header ?? '')
        .toLowerCase()
        .split(/[,;]/)
        .map((preference) => preference.trim());

/** Takes it out of the query, which its route may not know it in. */
function asksToPropose(query: unknown): boolean {
    if (typeof query !== 'object' || query === null || !('propose' in query)) return false;
    const { propose } = query;
    delete query.propose;
    if (propose !== 'true' && propose !== 'false') {
        throw invalid('Say `propose=true` to propose what needs approval, or leave it out.', '/query/propose');
    }
    return propose === 'true';
}
