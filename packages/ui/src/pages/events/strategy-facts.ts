import { describeConstraint, describeStrategy, percent } from '@halyard/engine';
import type { Strategy } from '../../api/types.ts';
import { addedAndRemoved, asRecord, type Fact, list, type NameLookup, text, texts } from './reading.ts';

type EventMember = Record<string, unknown>;

/** Reads a strategy from an event of any version. */
function readStrategy(document: EventMember) {
    return {
        name: text(document['name']) || 'flexibleRollout',
        title: text(document['title']) || null,
        disabled: document['disabled'] === true,
        parameters: Object.fromEntries(
            Object.entries(asRecord(document['parameters'])).map(([name, value]) => [name, text(value)]),
        ),
        // Events contain strategies in the format of API responses.
        constraints: list(document['constraints']) as Strategy['constraints'],
        segments: list(document['segments']).map(Number),
        variants: list(document['variants']) as Strategy['variants'],
    };
}

/** Describes a strategy in a sentence. */
export function strategyText(document: EventMember, { names, flag }: { names: NameLookup; flag?: string }): string {
    const { title, ...strategy } = readStrategy(document);
    return describeStrategy(
        { ...strategy, ...(title && { title }) },
        { segmentName: names.segment, ...(flag && { flag }) },
    ).replace(/\.$/, '');
}

const PARAMETERS: Record<string, string> = {
    stickiness: 'stickiness',
    groupId: 'group',
    userIds: 'users',
    IPs: 'addresses',
    hostNames: 'hosts',
};

/** Returns the differences between two states of a strategy, the percentage first. */
export function strategyFacts(was: EventMember, is: EventMember, names: NameLookup): Fact[] {
    const [before, after] = [readStrategy(was), readStrategy(is)];
    const segmentName = (id: number) => `segment ${names.segment(id) ?? `#${id}`}`;
    const position = (document: EventMember) =>
        typeof document['sortOrder'] === 'number' ? document['sortOrder'] : undefined;
    return [
        ...pair(undefined, before.name, after.name),
        ...parameterFacts(before.parameters, after.parameters),
        ...pair(undefined, before.disabled ? 'disabled' : 'enabled', after.disabled ? 'disabled' : 'enabled'),
        ...addedAndRemoved(before.segments.map(segmentName), after.segments.map(segmentName)),
        ...constraintFacts(before.constraints, after.constraints),
        ...variantFacts(before.variants, after.variants),
        ...pair('title', before.title ?? '', after.title ?? ''),
        ...pair('place', text(position(was)), text(position(is))),
    ];
}

function parameterFacts(before: Record<string, string>, after: Record<string, string>): Fact[] {
    const names = [...new Set(['rollout', ...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => {
        const [was = '', is = ''] = [before[name], after[name]];
        if (name === 'rollout' || name === 'percentage') return pair(undefined, share(was), share(is));
        if (name === 'userIds' || name === 'IPs' || name === 'hostNames') {
            return addedAndRemoved(items(was), items(is), PARAMETERS[name]);
        }
        return pair(PARAMETERS[name] ?? name, was, is);
    });
}

const share = (value: string) => (value === '' ? '' : `${value}%`);

const items = (value: string) =>
    value
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean);

/** Returns the changed constraints. A replaced constraint of the same field is one change. */
export function constraintFacts(before: readonly unknown[], after: readonly unknown[]): Fact[] {
    const [was, is] = [before, after].map((all) =>
        all.map((each) => {
            const constraint = each as Strategy['constraints'][number];
            return { field: constraint.contextName, text: describeConstraint(constraint) };
        }),
    ) as [ConstraintText[], ConstraintText[]];
    const went = was.filter(({ text }) => !is.some((each) => each.text === text));
    const came = is.filter(({ text }) => !was.some((each) => each.text === text));
    const facts = went.map(({ field, text }): Fact => {
        const index = came.findIndex((each) => each.field === field);
        const [instead] = index < 0 ? [] : came.splice(index, 1);
        return { before: text, ...(instead && { after: instead.text }) };
    });
    return [...facts, ...came.map(({ text }) => ({ after: text }))];
}

interface ConstraintText {
    field: string;
    text: string;
}

/** Returns changed weights, added and removed variants, and changed payloads. */
export function variantFacts(before: readonly unknown[], after: readonly unknown[]): Fact[] {
    const [was, is] = [before, after].map(
        (all) => new Map(all.map((each) => [text(asRecord(each)['name']), asRecord(each)])),
    );
    const names = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])];
    return names.flatMap((name) => {
        const [old, now] = [was?.get(name), is?.get(name)];
        return [
            ...pair(name, old ? weightOf(old) : '', now ? weightOf(now) : ''),
            ...(old && now ? pair(`payload of ${name}`, payloadOf(old), payloadOf(now)) : []),
            ...(old && now ? pair(`${name} always for`, overridesOf(old), overridesOf(now)) : []),
        ];
    });
}

const weightOf = (variant: EventMember) => percent(Number(variant['weight'] ?? 0));
const payloadOf = (variant: EventMember) => text(asRecord(variant['payload'])['value']);
const overridesOf = (variant: EventMember) =>
    list(variant['overrides'])
        .map((each) => `${text(asRecord(each)['contextName'])} ${texts(asRecord(each)['values']).join(', ')}`)
        .join('; ');

/** Returns a fact if the values differ. An empty value is omitted. */
function pair(what: string | undefined, before: string, after: string): Fact[] {
    if (before === after) return [];
    return [{ ...(what && { what }), ...(before && { before }), ...(after && { after }) }];
}
