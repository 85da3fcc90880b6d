import { type ReactNode, Suspense, useState } from 'react';
import { useMay } from '../../components/access/may.ts';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { useLoadedApprovals } from '../change-requests/approvals/approvals.queries.ts';
import { useProtected } from '../change-requests/approvals/use-protection.ts';
import { changeAction } from '../change-requests/request/change-actions.ts';
import { useOpenRequests } from '../change-requests/request/change-request.queries.ts';
import type { WhatIfProposal } from '../effects/what-if.queries.ts';
import { useProject } from '../projects/project.queries.ts';
import { useReview } from '../strategies/Review.tsx';
import type { ReviewedChange } from '../strategies/reviewed-change.ts';
import { useSetFlagEnabled } from './flag.queries.ts';
import { hasOnlyDisabled } from './flag-state.ts';

const TurnOnDialog = lazyComponent(() => import('./dialogs/TurnOnDialog.tsx'), 'TurnOnDialog');

interface SwitchedEnvironment {
    name: string;
    type: string;
    hasStrategies: boolean;
    hasEnabledStrategies: boolean;
}

export interface FlagSwitchInput {
    featureName: string;
    environment: SwitchedEnvironment;
    enabled: boolean;
    /** Whether the dialog opens with a time. */
    isScheduled?: boolean;
}

/** Turns flags on and off. If all strategies are disabled, the user chooses one; in production, the user confirms the change. */
export function useFlagSwitch(projectId: string): { switchFlag: (input: FlagSwitchInput) => void; dialog: ReactNode } {
    const set = useSetFlagEnabled(projectId);
    const { data: project } = useProject(projectId, projectId !== '');
    const { openReview, change, dialog } = useReview(projectId);
    const [pending, setPending] = useState<FlagSwitchInput>();
    const may = useMay();
    const approvals = useLoadedApprovals();

    /** A flag without strategies gets the project's default strategy when it is turned on. */
    function audienceOf({ environment: { name, hasStrategies }, enabled }: FlagSwitchInput): string | undefined {
        if (!enabled || hasStrategies) return undefined;
        const isOwn = project?.environments.find(({ environment }) => environment === name)?.defaultStrategy;
        return isOwn ? "by the project's default strategy" : 'for everyone';
    }

    /** Checked when the switch is sent: the user can press it before the settings are loaded. */
    const needsApproval = (environment: string) =>
        approvals(projectId).some((each) => each.changeRequestEnabled && each.environment === environment) &&
        !may('SKIP_CHANGE_REQUEST', { project: projectId, environment });

    function switchFlag(input: FlagSwitchInput) {
        const { featureName, environment, enabled, isScheduled = false } = input;
        if (enabled && hasOnlyDisabled(environment)) return setPending(input);
        const audience = audienceOf(input);
        const reviewed: ReviewedChange = {
            title: `Turn ${featureName} ${enabled ? 'on' : 'off'} in ${environment.name}?`,
            about: (
                <AboutSwitch
                    project={projectId}
                    featureName={featureName}
                    environment={environment.name}
                    audience={audience}
                />
            ),
            verb: enabled ? 'Turn on' : 'Turn off now',
            isDangerous: !enabled,
            target: { project: projectId, environment: environment.name, isTurningOff: !enabled, isScheduled },
            // A change that turns the flag on without strategies is always reviewed.
            isSmall: audience === undefined,
            proposal: switching(projectId, input),
            run: (mode) =>
                set.mutate(
                    {
                        featureName,
                        environment: environment.name,
                        enabled,
                        isProduction: environment.type === 'production',
                        addsStrategyTo: audience ? 'none' : undefined,
                        audience,
                        isFinal: needsApproval(environment.name),
                    },
                    mode,
                ),
        };
        if (isScheduled) openReview(reviewed);
        else change(environment.type, reviewed);
    }

    const turnOnDialog = pending && (
        <TurnOnDialog
            featureName={pending.featureName}
            environment={pending.environment.name}
            isProduction={pending.environment.type === 'production'}
            proposal={(shouldActivateDisabledStrategies) =>
                switching(projectId, pending, { shouldActivateDisabledStrategies })
            }
            onClose={() => setPending(undefined)}
            onTurnOn={(shouldActivateDisabledStrategies, mode) =>
                set.mutate(
                    {
                        featureName: pending.featureName,
                        environment: pending.environment.name,
                        enabled: true,
                        shouldActivateDisabledStrategies,
                        addsStrategyTo: shouldActivateDisabledStrategies ? undefined : 'disabled',
                        isProduction: pending.environment.type === 'production',
                    },
                    mode,
                )
            }
        />
    );
    return {
        switchFlag,
        dialog: (
            <>
                <Suspense fallback={null}>{turnOnDialog}</Suspense>
                {dialog}
            </>
        ),
    };
}

const switching = (
    project: string,
    { featureName, environment, enabled }: FlagSwitchInput,
    more: object = {},
): WhatIfProposal => ({
    project,
    steps: [
        { environment: environment.name, feature: featureName, action: 'updateEnabled', payload: { enabled, ...more } },
    ],
});

interface AboutProps {
    project: string;
    featureName: string;
    environment: string;
    /** Describes who gets a flag without strategies. */
    audience: string | undefined;
}

/** The effect of a switch. A flag without strategies may get one from the draft that contains the switch. */
function AboutSwitch({ project, featureName, environment, audience }: AboutProps) {
    const isProtected = useProtected({ project, environment }).length > 0;
    const requests = useOpenRequests(project, isProtected);
    const isAdded = requests.data
        ?.filter((request) => request.environment === environment)
        .flatMap(({ features }) => features.filter(({ name }) => name === featureName))
        .some(({ changes }) => changes.some(({ action }) => changeAction(action)?.strategy === 'added'));
    const isKnown = !isProtected || isAdded === false;
    return audience && isKnown
        ? `No strategies in ${environment}: when turned on, it is on ${audience}.`
        : `This changes what users get in ${environment}.`;
}
