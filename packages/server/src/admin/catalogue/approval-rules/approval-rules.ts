import { isDeepStrictEqual } from 'node:util';
import { type Static, Type } from 'typebox';
import { invalid } from '../../../core/errors/errors.ts';
import { Body } from '../../../http/route/schemas.ts';

/** The maximum number of approvals that an environment can require. */
export const MAX_APPROVALS = 10;

/** Clamps the number to 1 … `MAX_APPROVALS`, with 1 as the default: tools send 0 when they switch approvals off. */
export const clampApprovals = (requested: number | null | undefined) =>
    Math.min(MAX_APPROVALS, Math.max(1, requested ?? 1));

const id = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });
const approvals = Type.Integer({ minimum: 1, maximum: MAX_APPROVALS });

const When = Body({
    changesMoreThanPercent: Type.Optional(
        Type.Number({
            minimum: 0,
            maximum: 100,
            description:
                'The change affects more users than this, or the number is unknown. Only contexts that were sent with a backend token are counted',
        }),
    ),
    tag: Type.Optional(Type.String({ minLength: 3, maxLength: 300, pattern: ':', description: '`type:value`' })),
    flagType: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
});

const FrozenTime = Body({
    timeZone: Type.String({ minLength: 1, maxLength: 100, description: 'IANA time zone name, such as Europe/Oslo' }),
    from: Type.String({ maxLength: 16, description: '`2026-12-20T18:00`, or with `days` a time of day: `18:00`' }),
    to: Type.String({
        maxLength: 16,
        description: 'Same format as `from`; a time of day before `from` is on the next day',
    }),
    days: Type.Optional(
        Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
            minItems: 1,
            maxItems: 7,
            description: 'Weekdays on which the freeze starts every week; 1 is Monday',
        }),
    ),
});
export type FrozenTime = Static<typeof FrozenTime>;

const ExcludedApprovers = (options: { description: string; deprecated?: boolean }) =>
    Body(
        {
            users: Type.Optional(Type.Array(id, { maxItems: 100 })),
            groups: Type.Optional(Type.Array(id, { maxItems: 20 })),
        },
        options,
    );

const AdditionalApprovals = (options: { description: string; deprecated?: boolean }) =>
    Type.Array(Body({ when: When, approvals }), { ...options, maxItems: 20 });

/** The approval rules of a project environment besides the number of approvals, as in requests and responses. */
export const ApprovalRulesBody = Body(
    {
        selfApproval: Type.Optional(
            Type.Boolean({ description: 'Whether authors may approve their own change requests. Default: never' }),
        ),
        bypass: Type.Optional(
            Type.Enum(['allowed', 'break-glass', 'nobody'], {
                description:
                    'Whether users with the permission to skip change requests can change directly: always (default), only in an emergency with a reason, or never',
            }),
        ),
        turnOffWithoutApproval: Type.Optional(
            Type.Boolean({
                description:
                    'Whether users who may change flags in the environment can turn them off without approval. Omitted: unchanged, and initially false. A flag is exempt from this if other flags are on only while it is off',
            }),
        ),
        reasonRequired: Type.Optional(
            Type.Boolean({
                description:
                    'Whether a reason is required to submit a change request for review, or to change without approval',
            }),
        ),
        groups: Type.Optional(
            Type.Array(Body({ group: id, approvals }), {
                maxItems: 20,
                description: 'Number of approvals that must come from the group',
            }),
        ),
        excludedApprovers: Type.Optional(
            ExcludedApprovers({ description: 'Users and groups whose approvals do not count' }),
        ),
        additionalApprovals: Type.Optional(
            AdditionalApprovals({
                description:
                    'Rules that require more approvals for some changes; the highest number of all matching rules applies',
            }),
        ),
        notBy: Type.Optional(
            ExcludedApprovers({ deprecated: true, description: 'Former name of `excludedApprovers`' }),
        ),
        more: Type.Optional(
            AdditionalApprovals({ deprecated: true, description: 'Former name of `additionalApprovals`' }),
        ),
        frozen: Type.Optional(
            Type.Array(FrozenTime, {
                maxItems: 50,
                description: 'Freeze periods, in which changes are applied only in an emergency',
            }),
        ),
    },
    { $id: 'approvalRules' },
);
type ApprovalRulesBody = Static<typeof ApprovalRulesBody>;

/** Approval rules with their current names only. */
export type ApprovalRules = Omit<ApprovalRulesBody, 'notBy' | 'more'>;

/** Reads the rules of a request, or stored ones, which may have former names. */
export function toApprovalRules({ notBy, more, ...rules }: ApprovalRulesBody): ApprovalRules {
    const excludedApprovers = currentOf({ excludedApprovers: rules.excludedApprovers, notBy });
    const additionalApprovals = currentOf({ additionalApprovals: rules.additionalApprovals, more });
    return {
        ...rules,
        ...(excludedApprovers && { excludedApprovers }),
        ...(additionalApprovals && { additionalApprovals }),
    };
}

function currentOf<T>(values: Record<string, T | undefined>): T | undefined {
    const [[name, current], [formerName, former]] = Object.entries(values) as [[string, T], [string, T]];
    if (current !== undefined && former !== undefined && !isDeepStrictEqual(current, former)) {
        throw invalid(
            `\`${formerName}\` is the former name of \`${name}\`, and their values differ. Send only \`${name}\`.`,
            `/body/rules/${formerName}`,
        );
    }
    return current ?? former;
}

/** Adds the former names, for clients, and for nodes of the previous release that use the same database. */
export function withFormerNames(rules: ApprovalRules): ApprovalRulesBody {
    const { excludedApprovers: notBy, additionalApprovals: more } = rules;
    return { ...rules, ...(notBy && { notBy }), ...(more && { more }) };
}
