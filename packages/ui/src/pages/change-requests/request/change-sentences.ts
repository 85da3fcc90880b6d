import { describeConstraint, describeStrategy, isRecord } from '@halyard/engine';
import { listed } from '../approvals/rule-sentences.ts';
import type { ListedChangeRequest } from './change-request.queries.ts';

/** One change of a request, as far as words need it. */
export interface SaidChange {
    /** Undefined: it is about a segment, or about settings. */
    feature?: string | undefined;
    action: string;
    payload: unknown;
    /** How the segment is called. */
    name?: string | undefined;
}

type SegmentName = (id: number) => string | undefined;

/** The description of a change, if possible with its state before and after. */
export interface ChangeWords {
    title: string;
    before: string[];
    after: string[];
}

const recordOf = (value: unknown) => (isRecord(value) ? value : {});

/** Describes a change of a request. Unknown actions are described by their name. */
export function changeInWords(change: SaidChange, segmentName: SegmentName): ChangeWords {
    const payload = recordOf(change.payload);
    const snapshot = payload['snapshot'];
    const strategy = (value: unknown) =>
        isRecord(value) && typeof value['name'] === 'string'
            ? [
                  // Written by the service, which checked it.
                  describeStrategy(value as unknown as Parameters<typeof describeStrategy>[0], {
                      segmentName,
                      ...(change.feature && { flag: change.feature }),
                  }),
              ]
            : [];
    const name = change.name ?? String(payload['name'] ?? '');
    switch (change.action) {
        case 'updateEnabled':
            return {
                title: payload['enabled'] ? 'Turn on' : 'Turn off',
                before: [],
                after: strategy(payload['defaultStrategy']),
            };
        case 'addStrategy':
            return { title: 'Add a strategy', before: [], after: strategy(payload) };
        case 'updateStrategy':
            return { title: 'Change a strategy', before: strategy(snapshot), after: strategy(payload) };
        case 'deleteStrategy':
            return { title: 'Remove a strategy', before: strategy(snapshot), after: [] };
        case 'patchVariant':
            return {
                title: 'Change the variants',
                before: variantsIn(snapshot),
                after: variantsIn(payload['variants']),
            };
        case 'reorderStrategy':
            return said('Reorder the strategies');
        case 'archiveFeature':
            return said('Archive the flag');
        case 'addDependency':
            return said(`Make it depend on ${payload['feature']}${payload['enabled'] === false ? ' being off' : ''}`);
        case 'deleteDependency':
            return said('Remove the dependency');
        case 'updateTags':
            return {
                title: 'Change the tags',
                before: tagsIn('Remove', payload['removedTags']),
                after: tagsIn('Add', payload['addedTags']),
            };
        case 'updateSegment':
            return said(`Change segment ${name}`);
        case 'deleteSegment':
            return said(`Delete segment ${name}`);
        case 'updateChangeRequestConfig':
            return said('Change the approval rules');
        default:
            return said(spelled(change.action));
    }
}

type Reference = NonNullable<ListedChangeRequest['features'][number]['changes'][number]['references']>[number];

/** The content that a change refers to, as it was when the change was proposed. */
export function referenceInWords(reference: Reference): string {
    if (reference.type === 'strategyType') {
        const names = reference.parameters.map((parameter) => String(recordOf(parameter)['name']));
        return `Strategy type ${reference.name}: ${names.length > 0 ? `parameters ${listed(names)}` : 'no parameters'}`;
    }
    // Written by the service, which checked them.
    const constraints = reference.constraints as Parameters<typeof describeConstraint>[0][];
    const conditions = constraints.map((constraint) => describeConstraint(constraint));
    return `Segment ${reference.name}: ${conditions.length > 0 ? conditions.join(', and ') : 'everyone'}`;
}

/** What to call some changes that nobody gave a name. */
export function titleOf(changes: readonly { feature?: string | null; action: string; payload?: unknown }[]): string {
    const [first] = changes;
    if (!first) return '';
    const { title } = changeInWords(
        { action: first.action, payload: first.payload, ...(first.feature && { feature: first.feature }) },
        () => undefined,
    );
    const more = changes.length > 1 ? ` and ${changes.length - 1} more` : '';
    // As long as a title may be.
    return `${first.feature ? `${first.feature}: ${title.toLowerCase()}` : title}${more}`.slice(0, 200);
}

const said = (title: string): ChangeWords => ({ title, before: [], after: [] });

/** “addReleasePlan” as “Add release plan”. */
function spelled(action: string): string {
    const words = action.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
    return words.charAt(0).toUpperCase() + words.slice(1);
}

function variantsIn(value: unknown): string[] {
    const variants = Array.isArray(value) ? value.filter(isRecord) : [];
    if (variants.length === 0) return ['No variants.'];
    const shares = variants.map(({ name, weight }) => `${String(name)} ${Number(weight) / 10}%`);
    return [`Split into ${listed(shares)}.`];
}

function tagsIn(verb: string, value: unknown): string[] {
    const tags = Array.isArray(value) ? value.filter(isRecord) : [];
    return tags.map((tag) => `${verb} ${String(tag['type'] ?? 'simple')}:${String(tag['value'])}.`);
}

/** The default title of the service. */
export const isUntitled = ({ id, title }: { id: number; title: string }) => title === `Change request #${id}`;

/** Its number, unless the title says it. */
export const numberBeside = (request: { id: number; title: string }) => (isUntitled(request) ? '' : `#${request.id}`);
