import type { ApprovalRules } from './approvals.queries.ts';

/** Removes empty lists, incomplete rows and default values. */
export function tidyRules(rules: ApprovalRules): ApprovalRules {
    const groups = rules.groups?.filter(({ group, approvals }) => group > 0 && approvals > 0) ?? [];
    const additionalApprovals =
        rules.additionalApprovals?.filter(
            ({ when, approvals }) => approvals > 0 && Object.values(when).some(isWhole),
        ) ?? [];
    const frozen = rules.frozen?.filter(({ from, to }) => from !== '' && to !== '') ?? [];
    const users = rules.excludedApprovers?.users ?? [];
    const without = rules.excludedApprovers?.groups ?? [];
    return {
        ...(groups.length > 0 && { groups }),
        ...(additionalApprovals.length > 0 && { additionalApprovals }),
        ...(frozen.length > 0 && { frozen }),
        ...(users.length + without.length > 0 && { excludedApprovers: { users, groups: without } }),
        // Always sent once it is known, because the service keeps an omitted value.
        ...(rules.turnOffWithoutApproval !== undefined && { turnOffWithoutApproval: rules.turnOffWithoutApproval }),
        ...(rules.selfApproval && { selfApproval: true }),
        ...(rules.reasonRequired && { reasonRequired: true }),
        ...(rules.bypass && rules.bypass !== 'allowed' && { bypass: rules.bypass }),
    };
}

const isWhole = (value: unknown) => (typeof value === 'number' ? value > 0 : Boolean(value));
