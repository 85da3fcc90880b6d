import type { ListedEvent } from '../../api/types.ts';
import { differences, isEmptyValue } from '../../components/diff/differences.ts';
import { addedAndRemoved, asRecord, type Fact, list, type NameLookup, text } from './reading.ts';

type EventContent = Pick<ListedEvent, 'type' | 'data' | 'preData' | 'featureName'>;

/** The labels of members whose names are not self-explanatory. */
const WORDS: Record<string, string> = {
    impressionData: 'impression data',
    rootRole: 'role',
    sortOrder: 'place',
    legalValues: 'value',
    stickiness: 'for stickiness',
    defaultStickiness: 'stickiness',
    featureLimit: 'most flags',
    featureNaming: 'naming',
    lifetimeDays: 'lifetime in days',
    tokenName: 'name',
    expiresAt: 'expires',
    appName: 'name',
    mappingsSSO: 'identity provider’s group',
    changeRequestsEnabled: 'approval',
    requiredApprovals: 'approvals required',
    turnOffWithoutApproval: 'turning off without approval',
    selfApproval: 'authors can approve',
    reasonRequired: 'reason required',
    excludedApprovers: 'excluded approvers',
    additionalApprovals: 'additional approvals',
    // Events of earlier releases.
    notBy: 'excluded approvers',
    more: 'additional approvals',
    frozen: 'freezes',
};

/** Members that change automatically or are shown elsewhere in the row. */
const HIDDEN_MEMBERS = new Set([
    'id',
    'createdAt',
    'createdBy',
    'createdByUserId',
    'archivedAt',
    'updatedAt',
    'parametersChangedAt',
]);

/** Returns the name of an object and its changed members. Sufficient for all objects with a name. */
export function namedFacts({ data, preData, featureName }: EventContent, names: NameLookup): Fact[] {
    const [before, after] = [withRules(asRecord(preData)), withRules(asRecord(data))];
    const name = featureName === null ? nameOf(after) || nameOf(before) : '';
    if (preData === null)
        return [{ after: [name, ...additionalProperties(after, names)].filter(Boolean).join(', ') }].filter(hasText);
    if (data === null) return [{ before: name }].filter(hasText);
    const changes = memberFacts(before, after, names);
    return name && nameOf(before) === nameOf(after) ? [{ what: name }, ...changes] : changes;
}

/** Approval rules are members of the settings, like the others. */
const withRules = ({ rules, ...members }: Record<string, unknown>) => ({ ...members, ...asRecord(rules) });

const hasText = ({ before, after }: Fact) => Boolean(before || after);

function nameOf(of: Record<string, unknown>): string {
    const lists = [
        'name',
        'tokenName',
        'appName',
        'username',
        'email',
        'title',
        'description',
        'provider',
        'id',
        'value',
    ].map((member) => text(of[member]));
    return lists.find(Boolean) ?? '';
}

/** Returns additional properties of a created object. */
function additionalProperties(of: Record<string, unknown>, names: NameLookup): string[] {
    const role = of['rootRole'];
    const isToken = 'tokenName' in of;
    return [
        ...(isToken ? [text(of['type']), text(of['environment'])].filter((word) => word !== '*') : []),
        ...(role ? [names.role(Number(role)) ?? `role ${text(role)}`] : []),
    ];
}

function memberFacts(before: Record<string, unknown>, after: Record<string, unknown>, names: NameLookup): Fact[] {
    const members = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
        (name) => !HIDDEN_MEMBERS.has(name),
    );
    return members.flatMap((member) => {
        const [was, is] = [before[member], after[member]];
        if (differences(was, is).length === 0 || (isEmptyValue(was) && isEmptyValue(is))) return [];
        const what = WORDS[member] ?? member;
        if (Array.isArray(was) || Array.isArray(is)) {
            const items = (value: unknown) => list(value).map((each) => itemOf(each, member, names));
            return addedAndRemoved(items(was), items(is), what);
        }
        const describe = (value: unknown) => describeValue(value, member, names);
        return [
            {
                what,
                ...(isEmptyValue(was) ? {} : { before: describe(was) }),
                ...(isEmptyValue(is) ? {} : { after: describe(is) }),
            },
        ];
    });
}

function describeValue(value: unknown, member: string, names: NameLookup): string {
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (member === 'rootRole') return names.role(Number(value)) ?? `role ${text(value)}`;
    const { name } = asRecord(value);
    return name === undefined ? text(value) : text(name);
}

/** Describes an entry of a list: a member of a group, a value of a field, a permission of a role. */
function itemOf(value: unknown, member: string, names: NameLookup): string {
    if (typeof value !== 'object' || value === null) {
        return member === 'users' ? (names.person(Number(value)) ?? text(value)) : text(value);
    }
    const document = asRecord(value);
    const user = asRecord(document['user']);
    if ('id' in user) return names.person(Number(user['id'])) ?? (text(user['name']) || text(user['id']));
    const name = text(document['displayName']) || text(document['name']) || text(document['value']) || text(document);
    return document['environment'] ? `${name} in ${text(document['environment'])}` : name;
}
