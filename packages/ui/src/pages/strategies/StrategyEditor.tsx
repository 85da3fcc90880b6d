import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { NewStrategy, Strategy } from '../../api/types.ts';
import { useApplySteps } from '../effects/apply-steps.queries.ts';
import { stepTarget, turnOnOption, turnOnStep, type WhatIfProposal } from '../effects/what-if.queries.ts';
import type { FlagEnvironmentAt } from '../flags/flag-requests.ts';
import { draftOf, newDraft, toBody } from './draft.ts';
import { StrategyDrawer } from './StrategyDrawer.tsx';
import { useSaveStrategy } from './strategy.queries.ts';

interface Props {
    at: FlagEnvironmentAt;
    environmentType: string;
    isNew: boolean;
    /** The current strategy; undefined if it is new or was deleted. */
    strategy: Strategy | undefined;
    /** Whether the flag is off there, so that a new strategy has an effect only if the flag is turned on. */
    isOff: boolean;
    defaultStickiness: string;
    onClose: () => void;
}

/** The editor for a strategy of a flag. */
export function StrategyEditor(props: Props) {
    const { at, environmentType, isNew, strategy, isOff, defaultStickiness, onClose } = props;
    const save = useSaveStrategy({ ...at, type: environmentType }, { isDirect: false });
    const apply = useApplySteps();
    const [turnsOn, setTurnsOn] = useState(false);
    const [opened] = useState(strategy);
    if (!isNew && !opened) return null;
    const last = strategy ?? opened;
    const isOffered = isNew && isOff;
    const proposal = (body: NewStrategy): WhatIfProposal => ({
        project: at.projectId,
        steps: [
            strategy
                ? { ...stepTarget(at), action: 'updateStrategy', payload: { ...body, id: strategy.id } }
                : { ...stepTarget(at), action: 'addStrategy', payload: body },
            ...(isOffered && turnsOn ? [turnOnStep(at)] : []),
        ],
    });
    const successMessage = `${at.featureName}: strategy added, and turned on in ${at.environment}`;
    return (
        <StrategyDrawer
            title={`${isNew ? 'Add strategy' : 'Edit strategy'} in ${at.environment}`}
            projectId={at.projectId}
            flag={at.featureName}
            environment={{ name: at.environment, type: environmentType }}
            start={last ? draftOf(last) : newDraft(at.featureName, defaultStickiness)}
            isNew={isNew}
            isRemoved={!isNew && !strategy}
            canChooseType={isNew}
            defaultStickiness={defaultStickiness}
            proposal={proposal}
            offer={
                isOffered && (
                    <Checkbox
                        {...turnOnOption(at)}
                        checked={turnsOn}
                        onChange={(event) => setTurnsOn(event.currentTarget.checked)}
                    />
                )
            }
            warning={`This changes who gets ${at.featureName} in a production environment.`}
            save={{
                isPending: save.isPending || apply.isPending,
                isSuccess: save.isSuccess || apply.isSuccess,
                error: save.error ?? apply.error,
                mutate: (body, react) =>
                    isOffered && turnsOn
                        ? apply.mutate(
                              { ...proposal(body), successMessage, isProduction: environmentType === 'production' },
                              react,
                          )
                        : save.mutate(
                              strategy
                                  ? { strategyId: strategy.id, body, before: toBody(draftOf(strategy)) }
                                  : { body },
                              react,
                          ),
            }}
            onClose={onClose}
        />
    );
}
