import { describeConstraint, describeStrategy, isRecord } from '@halyard/engine';
import { listed } from '../../../components/text/listed.ts';
import { type ChangeDescription, changeAction } from './change-actions.ts';
import type { ListedChangeRequest } from './change-request.queries.ts';

/** The properties of a change that its description needs. */
export interface DescribableChange {
    /** Undefined if the change concerns a segment or settings. */
    feature?: string | undefined;
    action: string;
    payload: unknown;
    /** The name of the segment. */
    name?: string | undefined;
}

const recordOf = (value: unknown) => (isRecord(value) ? value : {});

type SegmentName = (id: number) => string | undefined;

/** Describes a change of a request. Unknown actions are described by their name. */
export function describeChange(change: DescribableChange, segmentName: SegmentName): ChangeDescription {
    const payload = recordOf(change.payload);
    const strategy = (value: unknown) =>
        isRecord(value) && typeof value['name'] === 'string'
            ? [
                  // The service has validated the content.
                  describeStrategy(value as unknown as Parameters<typeof describeStrategy>[0], {
                      segmentName,
                      ...(change.feature && { flag: change.feature }),
                  }),
              ]
            : [];
    const name = change.name ?? String(payload['name'] ?? '');
    const words = changeAction(change.action)?.words({ payload, snapshot: payload['snapshot'], strategy, name });
    return { title: spelled(change.action), before: [], after: [], ...words };
}

type Reference = NonNullable<ListedChangeRequest['features'][number]['changes'][number]['references']>[number];

/** The content that a change refers to, as it was when the change was proposed. */
export function describeReference(reference: Reference): string {
    if (reference.type === 'strategyType') {
        const names = reference.parameters.map((parameter) => String(recordOf(parameter)['name']));
        return `Strategy type ${reference.name}: ${names.length > 0 ? `parameters ${listed(names)}` : 'no parameters'}`;
    }
    if (reference.type === 'releaseTemplate') {
        const names = reference.milestones.map((milestone) => String(recordOf(milestone)['name']));
        return `Release template ${reference.name}: milestones ${listed(names)}`;
    }
    // The service has validated the constraints.
    const constraints = reference.constraints as Parameters<typeof describeConstraint>[0][];
    const conditions = constraints.map((constraint) => describeConstraint(constraint));
    return `Segment ${reference.name}: ${conditions.length > 0 ? conditions.join(', and ') : 'everyone'}`;
}

/** Returns a default title for changes. */
export function titleOf(changes: readonly { feature?: string | null; action: string; payload?: unknown }[]): string {
    const [first] = changes;
    if (!first) return '';
    const { title } = describeChange(
        { action: first.action, payload: first.payload, ...(first.feature && { feature: first.feature }) },
        () => undefined,
    );
    const more = changes.length > 1 ? ` and ${changes.length - 1} more` : '';
    // The maximum length of a title.
    return `${first.feature ? `${first.feature}: ${title.toLowerCase()}` : title}${more}`.slice(0, 200);
}

/** Formats an action: “addReleasePlan” becomes “Add release plan”. */
function spelled(action: string): string {
    const words = action.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
    return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether the request has the default title of the service. */
export const isUntitled = ({ id, title }: { id: number; title: string }) => title === `Change request #${id}`;

/** Returns the number of a request, unless its title contains the number. */
export const requestNumber = (request: { id: number; title: string }) => (isUntitled(request) ? '' : `#${request.id}`);
