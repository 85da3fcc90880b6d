import type { IncomingHttpHeaders } from 'node:http';
import type { AdminActor } from '../../core/access/actor.ts';
import { invalid } from '../../core/errors/errors.ts';
import { CHANGE_ID } from '../../core/text/change-id.ts';

const MAX_REASON_LENGTH = 500;

const MAX_REQUEST_ID = 2 ** 31 - 1;

/**
 * Reads the options that a caller can send with any change: a reason (`Change-Reason`); whether to propose the change where it
 * needs approval (`Prefer: change-request` or `?propose=true`), and in which change request (`change-request=new`, or its id); whether only to report its effect (`Prefer: what-if`); and an id
 * under which the outcome can be looked up if the response is lost (`Change-Id`).
 */
export function changePreferences(
    headers: IncomingHttpHeaders,
    query: unknown,
    canBeTried: boolean,
): Pick<AdminActor, 'reason' | 'proposes' | 'proposesTo' | 'rehearses' | 'receipt'> {
    const reason = reasonIn(headers['change-reason']);
    const preferences = preferencesIn(headers['prefer']);
    const target = preferences.get('change-request');
    const proposes = takeProposeParameter(query) || target !== undefined;
    const rehearses = prefersWhatIf(headers);
    // The route would apply the change instead of rehearsing it.
    if (rehearses && !canBeTried) {
        throw invalid('This endpoint does not support a preview. Omit "Prefer: what-if".', '/headers/prefer');
    }
    return {
        ...(reason !== undefined && { reason }),
        ...(proposes && { proposes }),
        ...(target && { proposesTo: requestIn(target) }),
        ...(rehearses && { rehearses }),
        ...receiptIn(headers['change-id']),
    };
}

function receiptIn(header: string | string[] | undefined): Pick<AdminActor, 'receipt'> {
    if (header === undefined) return {};
    const id = String(header);
    if (!new RegExp(CHANGE_ID).test(id)) {
        throw invalid(
            'The header "Change-Id" must have 16 to 64 letters, digits, "-" or "_". Send a new random id with each change, or omit it.',
            '/headers/change-id',
        );
    }
    return { receipt: { id } };
}

/** Whether the caller requests only the effect of a change. */
export const prefersWhatIf = (headers: IncomingHttpHeaders): boolean => preferencesIn(headers['prefer']).has('what-if');

function requestIn(target: string): number | 'new' {
    if (target === 'new') return target;
    const id = /^\d+$/.test(target) ? Number(target) : 0;
    if (id > 0 && id <= MAX_REQUEST_ID) return id;
    throw invalid(
        'The preference "change-request" must be "new", the id of one of your open change requests, or have no value.',
        '/headers/prefer',
    );
}

function reasonIn(header: string | string[] | undefined): string | undefined {
    if (header === undefined) return undefined;
    // Node reads headers as Latin-1; clients send other characters as UTF-8.
    const bytes = Buffer.from(String(header), 'latin1');
    const text = bytes.toString('utf8');
    const reason = (text.includes('\uFFFD') ? String(header) : text).trim();
    if (reason.length === 0 || reason.length > MAX_REASON_LENGTH) {
        throw invalid(
            `The header "Change-Reason" must have 1 to ${MAX_REASON_LENGTH} characters. Shorten it, or omit it.`,
            '/headers/change-reason',
        );
    }
    return reason;
}

/** Returns the preferences with their values, which may be empty. Unknown ones are ignored. */
const preferencesIn = (header: string | string[] | undefined): ReadonlyMap<string, string> =>
    new Map(
        String(header ?? '')
            .toLowerCase()
            .split(/[,;]/)
            .map((preference) => {
                const [name = '', value = ''] = preference.split('=', 2);
                return [name.trim(), value.trim().replaceAll('"', '')];
            }),
    );

/** Reads `propose` and removes it from the query, because the schema of the route may not declare it. */
function takeProposeParameter(query: unknown): boolean {
    if (typeof query !== 'object' || query === null || !('propose' in query)) return false;
    const { propose } = query;
    delete query.propose;
    if (propose !== 'true' && propose !== 'false') {
        throw invalid(
            '`propose` must be true or false. Use `propose=true` to propose changes that need approval.',
            '/query/propose',
        );
    }
    return propose === 'true';
}
