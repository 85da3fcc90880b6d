import { isRecord } from '../../../../core/json/is-record.ts';
import { type ActionName, actionNamed } from '../../proposals/registry.ts';
import { membersFor } from '../merge/members.ts';
import { editsOf } from '../merge/merge.ts';
import type { StoredRequest } from '../request/change-request.queries.ts';

/** As much as a mail or a message shows of one request. */
const MAX_SENTENCES = 20;
const LONGEST = 200;

/** Describes the changes of a request, one sentence each: the action and the new values. */
export function sentencesOf(request: Pick<StoredRequest, 'project' | 'environment' | 'changes'>): string[] {
    const shown = request.changes.slice(0, MAX_SENTENCES).map((change) => {
        const { action, feature, payload, snapshot } = change;
        const place = { project: request.project, environment: request.environment, feature: feature ?? '' };
        const says = actionNamed(action as ActionName).step(place, payload ?? undefined).says;
        const shape = membersFor(action);
        if (!shape || shape.removes || shape.explicit || !snapshot) return `${capital(says)}.`;
        const before = shape.read(snapshot);
        const edits = Object.entries(editsOf(change)).map(
            ([member, value]) =>
                `${member.replace('parameters.', '')} from ${short(before[member])} to ${short(value)}`,
        );
        return edits.length === 0 ? `${capital(says)}.` : `${capital(says)}: ${edits.join(', ')}.`;
    });
    const more = request.changes.length - shown.length;
    return more > 0 ? [...shown, `And ${more} more changes.`] : shown;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function short(value: unknown): string {
    if (value === undefined || value === null) return 'nothing';
    if (Array.isArray(value)) return listed(value);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function listed(values: unknown[]): string {
    if (values.length === 0) return 'none';
    const names = values.slice(0, 5).map((each) => (isRecord(each) ? nameOf(each) : String(each)));
    return values.length > 5 ? `${names.join('; ')}; and ${values.length - 5} more` : names.join('; ');
}

function nameOf(each: Record<string, unknown>): string {
    if (each['name'] !== undefined) return `${each['name']} (${each['weight']})`;
    const values = [each['value'], ...(Array.isArray(each['values']) ? each['values'].slice(0, 5) : [])];
    const compared = values.filter((value) => value !== undefined && value !== '').join(', ');
    return `${each['contextName']} ${each['inverted'] ? 'not ' : ''}${each['operator']} ${compared}`;
}
