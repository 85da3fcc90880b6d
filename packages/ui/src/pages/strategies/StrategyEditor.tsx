import { useState } from 'react';
import type { Strategy } from '../../api/types.ts';
import { stepTarget } from '../effects/what-if.queries.ts';
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
    defaultStickiness: string;
    onClose: () => void;
}

/** The editor for a strategy of a flag. */
export function StrategyEditor({ at, environmentType, isNew, strategy, defaultStickiness, onClose }: Props) {
    const save = useSaveStrategy({ ...at, type: environmentType }, { isDirect: false });
    const [opened] = useState(strategy);
    if (!isNew && !opened) return null;
    const last = strategy ?? opened;
    return (
        <StrategyDrawer
            title={`${isNew ? 'Add strategy' : 'Edit strategy'} in ${at.environment}`}
            projectId={at.projectId}
            flag={at.featureName}
            environment={{ name: at.environment, type: environmentType }}
            start={last ? draftOf(last) : newDraft(at.featureName, defaultStickiness)}
            isNew={isNew}
            isGone={!isNew && !strategy}
            canChooseType={isNew}
            defaultStickiness={defaultStickiness}
            proposal={(body) => ({
                project: at.projectId,
                steps: [
                    strategy
                        ? { ...stepTarget(at), action: 'updateStrategy', payload: { ...body, id: strategy.id } }
                        : { ...stepTarget(at), action: 'addStrategy', payload: body },
                ],
            })}
            warning={`This changes who gets ${at.featureName} in a production environment.`}
            save={{
                ...save,
                mutate: (body, react) =>
                    save.mutate(
                        strategy ? { strategyId: strategy.id, body, before: toBody(draftOf(strategy)) } : { body },
                        react,
                    ),
            }}
            onClose={onClose}
        />
    );
}
