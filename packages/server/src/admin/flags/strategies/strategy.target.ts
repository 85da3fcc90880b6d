import type { ActionTarget, Members } from '../../../changes/action-rules.ts';
import { asRecord } from '../../../core/json/is-record.ts';

const PARAMETER = 'parameters.';

const parametersOf = (parameters: unknown): Members =>
    Object.fromEntries(Object.entries(asRecord(parameters)).map(([key, value]) => [PARAMETER + key, String(value)]));

export const strategyTarget: ActionTarget = {
    noun: 'The strategy',
    hasId: true,
    positionMembers: ['sortOrder'],
    current: (objects, { feature, payload }) =>
        objects.strategies(feature ?? '').find(({ id }) => id === asRecord(payload)['id']) ?? null,
    read(strategy) {
        const { name, title, disabled, sortOrder, segments, constraints, variants, parameters } = asRecord(strategy);
        return { name, title, disabled, sortOrder, segments, constraints, variants, ...parametersOf(parameters) };
    },
    // As in the command: constraints, variants and parameters are replaced as a whole; other members stay if they are omitted.
    proposed(payload, base) {
        const { name, title, disabled, sortOrder, segments, constraints, variants, parameters } = asRecord(payload);
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
            id: asRecord(payload)['id'],
            ...Object.fromEntries(own.filter(([, value]) => value !== undefined)),
            parameters: Object.fromEntries(
                parameters.map(([member, value]) => [member.slice(PARAMETER.length), value]),
            ),
        };
    },
};

const entriesIn = (list: unknown): [string, unknown][] =>
    (Array.isArray(list) ? list : []).map(asRecord).map(({ id, sortOrder }) => [String(id), sortOrder]);

const positionsIn = (list: unknown): Members => Object.fromEntries(entriesIn(list));

export const strategyOrderTarget: ActionTarget = {
    noun: 'The order of the strategies',
    membersAreObjects: true,
    current: (objects, { feature }) =>
        objects.strategies(feature ?? '').map(({ id, sortOrder }) => ({ id, sortOrder })),
    read: positionsIn,
    proposed: (payload, base) => ({ ...base, ...positionsIn(payload) }),
    write: (members, payload) =>
        entriesIn(payload)
            .filter(([id]) => id in members)
            .map(([id]) => ({ id, sortOrder: members[id] })),
};
