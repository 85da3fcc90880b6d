import { canonicalJson } from '../../../../core/json/canonical-json.ts';
import { isRecord } from '../../../../core/json/is-record.ts';
import type { StoredConstraint } from '../../../../storage/tables/strategies.ts';
import { normalConstraints } from '../../../catalogue/constraints/normal-constraints.ts';
import type { ActionName } from '../../proposals/registry.ts';

/** The members of an object by name; parameters as `parameters.rollout`. */
export type Members = Record<string, unknown>;

/** How an action is about something that others can change, too. */
export interface MergeShape {
    /** The subject at the beginning of a sentence. */
    noun: string;
    /** It takes the thing away. */
    removes?: true;
    /** It has effects beside its members: it is taken even where these are so already. */
    always?: true;
    /** Members that count as wanted whatever was there before. */
    explicit?: readonly string[];
    /** Its members are things themselves: what is done to one that is gone is no conflict, nothing is left to do. */
    areThings?: true;
    /** Members that say where the thing stands, not what it is. */
    placing?: readonly string[];
    read(thing: unknown): Members;
    /** The desired state after applying the payload to the base. */
    wanted(payload: unknown, base: Members): Members;
    /** The payload that leads to these members. */
    write(members: Members, payload: unknown): unknown;
    same(member: string, one: unknown, other: unknown): boolean;
}

const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Values are compared as they are kept: with the defaults of what may be left out. */
const AS_KEPT: Record<string, (value: unknown) => unknown> = {
    segments: (ids) => [...new Set(list(ids))].sort(),
    // Payloads and snapshots have been checked by the schemas of strategies and segments.
    constraints: (constraints) => normalConstraints(list(constraints) as StoredConstraint[]),
    variants: (variants) =>
        list(variants).map((each) => ({
            weightType: 'variable',
            stickiness: 'default',
            overrides: [],
            ...record(each),
        })),
    disabled: (value) => value ?? false,
    title: (value) => value || null,
};

function asKept(member: string, value: unknown): string {
    const keep = Object.hasOwn(AS_KEPT, member) ? AS_KEPT[member] : undefined;
    return canonicalJson(keep ? keep(value) : (value ?? null));
}

export const sameMember = (member: string, one: unknown, other: unknown) =>
    asKept(member, one) === asKept(member, other);

const PARAMETER = 'parameters.';

const parametersOf = (parameters: unknown): Members =>
    Object.fromEntries(Object.entries(record(parameters)).map(([key, value]) => [PARAMETER + key, String(value)]));

const strategy: MergeShape = {
    noun: 'The strategy',
    placing: ['sortOrder'],
    read(thing) {
        const { name, title, disabled, sortOrder, segments, constraints, variants, parameters } = record(thing);
        return { name, title, disabled, sortOrder, segments, constraints, variants, ...parametersOf(parameters) };
    },
    // As the command has it: what a strategy decides by is replaced as a whole, all else stays where it is not given.
    wanted(payload, base) {
        const { name, title, disabled, sortOrder, segments, constraints, variants, parameters } = record(payload);
        return {
            name: name ?? base['name'],
            title: title === undefined ? base['title'] : title,
            disabled: disabled ?? base['disabled'],
            sortOrder: sortOrder ?? base['sortOrder'],
            segments: segments ?? base['segments'],
            constraints: constraints ?? [],
            variants: variants ?? [],
            ...parametersOf(parameters),
        };
    },
    write(members, payload) {
        const own = Object.entries(members).filter(([member]) => !member.startsWith(PARAMETER));
        const parameters = Object.entries(members).filter(
            ([member, value]) => member.startsWith(PARAMETER) && value !== null && value !== undefined,
        );
        return {
            id: record(payload)['id'],
            ...Object.fromEntries(own.filter(([, value]) => value !== undefined)),
            parameters: Object.fromEntries(
                parameters.map(([member, value]) => [member.slice(PARAMETER.length), value]),
            ),
        };
    },
    same: sameMember,
};

const segment: MergeShape = {
    noun: 'The segment',
    read(thing) {
        const { name, description, project, constraints } = record(thing);
        return { name, description, project, constraints };
    },
    wanted(payload) {
        const { name, description, project, constraints } = record(payload);
        return { name, description: description ?? null, project: project ?? null, constraints };
    },
    write: (members, payload) => ({ id: record(payload)['id'], ...members }),
    same: sameMember,
};

const variantsOf = (value: unknown) => (Array.isArray(value) ? value : record(value)['variants']);

const variants: MergeShape = {
    noun: 'The list of variants',
    read: (thing) => ({ variants: variantsOf(thing) }),
    wanted: (payload) => ({ variants: variantsOf(payload) }),
    write: (members) => ({ variants: members['variants'] }),
    same: sameMember,
};

const enabled: MergeShape = {
    noun: 'Whether the flag is on',
    always: true,
    explicit: ['enabled'],
    read: (thing) => ({ enabled: record(thing)['enabled'] }),
    // The treatment of disabled strategies and the strategy that is added are part of the approved content.
    wanted: (payload) => ({
        enabled: record(payload)['enabled'],
        shouldActivateDisabledStrategies: record(payload)['shouldActivateDisabledStrategies'] ?? false,
        defaultStrategy: record(payload)['defaultStrategy'],
    }),
    write: (members, payload) => ({ ...record(payload), enabled: members['enabled'] }),
    same: sameMember,
};

const order: MergeShape = {
    noun: 'The order of the strategies',
    areThings: true,
    read: (thing) =>
        Object.fromEntries(list(thing).map((each) => [String(record(each)['id']), record(each)['sortOrder']])),
    wanted: (payload, base) => ({ ...base, ...order.read(payload) }),
    write: (members, payload) =>
        list(payload)
            .map((each) => String(record(each)['id']))
            .filter((id) => id in members)
            .map((id) => ({ id, sortOrder: members[id] })),
    same: sameMember,
};

const SHAPES = {
    updateStrategy: strategy,
    deleteStrategy: { ...strategy, removes: true },
    updateSegment: segment,
    deleteSegment: { ...segment, removes: true },
    patchVariant: variants,
    updateEnabled: enabled,
    reorderStrategy: order,
} satisfies Partial<Record<ActionName, MergeShape>>;

/** Undefined: the action is about nothing that could have been changed since, beyond what its command checks itself. */
export const membersFor = (action: string): MergeShape | undefined =>
    Object.hasOwn(SHAPES, action) ? SHAPES[action as keyof typeof SHAPES] : undefined;
