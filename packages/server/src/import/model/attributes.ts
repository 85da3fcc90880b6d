import { type AttributeType, conditionsIn, type ImportCondition } from './condition.ts';
import type { ForeignState, ImportRule } from './flag.ts';

/** Returns the types of the attributes according to the rules. A test for presence does not determine the type. */
export function typesIn({ rules, off }: ForeignState): Map<string, Set<AttributeType>> {
    const types = new Map<string, Set<AttributeType>>();
    const seen = new Set<ImportCondition>();
    for (const { when } of [...rules, off]) {
        for (const test of conditionsIn(when, seen)) {
            if (test.is !== 'test' || test.textTest.op === 'present' || test.textTest.op === 'time') continue;
            const known = types.get(test.attribute) ?? new Set();
            types.set(test.attribute, known.add(test.of ?? 'text'));
        }
    }
    return types;
}

/** Returns all attributes that a rule reads, including those for bucketing. */
export function attributesOf({ when, serves }: ImportRule): Set<string> {
    const names = new Set<string>();
    for (const test of conditionsIn(when)) {
        if (test.is === 'test') names.add(test.attribute);
        else if (test.is === 'bucket') names.add(test.bucketing.attribute);
    }
    if ('split' in serves) names.add(serves.split.bucketing.attribute);
    return names;
}
