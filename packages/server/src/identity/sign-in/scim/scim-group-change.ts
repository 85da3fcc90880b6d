import { Type } from 'typebox';
import { invalid } from '../../../core/errors/errors.ts';
import { parseFilter, selectorIn } from './scim-filter.ts';
import { displayName, scimMembers } from './scim-group.schemas.ts';
import { operationsOf, type ScimOperation, valueAs } from './scim-patch.ts';
import { externalId, type ScimPatch } from './scim-user.schemas.ts';

/** The group attributes from a directory; missing ones are unchanged. */
export interface ScimGroupChange {
    displayName?: string;
    externalId?: string | null;
    /** Maps the current member ids to the new ones. */
    members?: (current: ReadonlySet<string>) => ReadonlySet<string>;
}

/** Ignores attributes that Halyard does not store. */
export function changeInGroupPatch(patch: ScimPatch): ScimGroupChange {
    const change: ScimGroupChange = {};
    const steps: NonNullable<ScimGroupChange['members']>[] = [];
    for (const operation of operationsOf(patch)) {
        switch (operation.attribute) {
            case 'displayname':
                if (operation.op === 'remove') throw invalid('A group needs a displayName.', '/body/Operations');
                change.displayName = valueAs(displayName, operation);
                break;
            case 'externalid':
                change.externalId =
                    operation.op === 'remove' ? null : valueAs(Type.Unsafe<string | null>(externalId), operation);
                break;
            case 'members':
                steps.push(memberStep(operation));
                break;
        }
    }
    if (steps.length > 0) change.members = (current) => steps.reduce((members, step) => step(members), current);
    return change;
}

function memberStep(operation: ScimOperation): NonNullable<ScimGroupChange['members']> {
    const selected = selectorIn(operation.path);
    if (operation.op !== 'remove') {
        const ids = new Set(asList(operation).map(({ value }) => value));
        return operation.op === 'add' ? (current) => new Set([...current, ...ids]) : () => ids;
    }
    if (selected !== undefined) {
        const [condition, ...others] = parseFilter(selected);
        if (condition?.attribute !== 'value' || others.length > 0) {
            throw invalid('Members are selected as in members[value eq "id"].', '/body/Operations');
        }
        return withoutMembers(new Set([condition.value]));
    }
    if (operation.value === undefined || operation.value === null) return () => new Set();
    return withoutMembers(new Set(asList(operation).map(({ value }) => value)));
}

const withoutMembers = (ids: ReadonlySet<string>) => (current: ReadonlySet<string>) =>
    new Set([...current].filter((id) => !ids.has(id)));

/** Some directories send a single member without an array. */
const asList = (operation: ScimOperation) => valueAs(scimMembers, { ...operation, value: [operation.value].flat() });
