import { Type } from 'typebox';
import { invalid } from '../../../core/errors/errors.ts';
import { Nullable } from '../../../http/route/schemas.ts';
import { email, personName } from '../../accounts/users/user.schemas.ts';
import { operationsOf, type ScimOperation, valueAs } from './scim-patch.ts';
import {
    active,
    externalId,
    type ScimPatch,
    type ScimUserInput,
    scimEmails,
    scimName,
    userName,
} from './scim-user.schemas.ts';

/** The user attributes from a directory; missing ones are unchanged. */
export interface ScimUserChange {
    userName?: string;
    name?: string | null;
    email?: string | null;
    externalId?: string | null;
    active?: boolean;
}

export function changeInUser(input: ScimUserInput): ScimUserChange & { userName: string } {
    const name = input.displayName ?? (input.name ? fullName(input.name) : undefined);
    const address = input.emails ? primaryOf(input.emails) : undefined;
    return {
        userName: input.userName,
        ...(name !== undefined && { name }),
        ...(address !== undefined && { email: address }),
        ...(input.externalId !== undefined && { externalId: input.externalId }),
        ...(input.active !== undefined && { active: isTrue(input.active) }),
    };
}

/** Ignores attributes that Halyard does not store, because directories send all their attributes. */
export function changeInPatch(patch: ScimPatch): ScimUserChange {
    const change: ScimUserChange = {};
    const parts: { givenName?: string; familyName?: string } = {};
    for (const operation of operationsOf(patch)) apply(change, parts, operation);
    if (change.name === undefined && parts.givenName !== undefined && parts.familyName !== undefined) {
        change.name = fullName(parts) ?? null;
    }
    return change;
}

const optionalName = Nullable(personName);
const optionalEmail = Nullable(email);

function apply(
    change: ScimUserChange,
    parts: { givenName?: string; familyName?: string },
    operation: ScimOperation,
): void {
    const isRemoval = operation.op === 'remove';
    switch (operation.attribute) {
        case 'username':
            if (isRemoval) throw invalid('A user needs a userName.', '/body/Operations');
            change.userName = valueAs(userName, operation);
            return;
        case 'displayname':
        case 'name.formatted':
            change.name = isRemoval ? null : valueAs(optionalName, operation);
            return;
        case 'name': {
            const name = isRemoval ? null : fullName(valueAs(scimName, operation));
            if (name !== undefined) change.name = name;
            return;
        }
        case 'name.givenname':
            parts.givenName = isRemoval ? '' : (valueAs(optionalName, operation) ?? '');
            return;
        case 'name.familyname':
            parts.familyName = isRemoval ? '' : (valueAs(optionalName, operation) ?? '');
            return;
        case 'emails':
            change.email = isRemoval ? null : primaryOf(valueAs(scimEmails, operation));
            return;
        case 'emails.value':
            change.email = isRemoval ? null : valueAs(optionalEmail, operation);
            return;
        case 'externalid':
            change.externalId = isRemoval ? null : (valueAs(externalIdValue, operation) ?? null);
            return;
        case 'active':
            if (!isRemoval) change.active = isTrue(valueAs(active, operation));
            return;
    }
}

const externalIdValue = Type.Unsafe<string | null>(externalId);

const isTrue = (value: boolean | string) => String(value).toLowerCase() === 'true';

function fullName(name: { formatted?: string | null; givenName?: string | null; familyName?: string | null }) {
    return name.formatted || [name.givenName, name.familyName].filter(Boolean).join(' ') || undefined;
}

/** Returns the primary address, otherwise the first; null if the list is empty. */
function primaryOf(emails: readonly { value: string; primary?: boolean | string }[]): string | null {
    const preferred = emails.find(({ primary }) => primary !== undefined && isTrue(primary));
    return (preferred ?? emails[0])?.value ?? null;
}
