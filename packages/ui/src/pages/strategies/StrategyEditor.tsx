import type { Strategy } from '../../api/types.ts';
import { draftOf, newDraft, toBody } from './draft.ts';
import { StrategyDrawer } from './StrategyDrawer.tsx';
import { type FlagEnvironmentAt, useSaveStrategy } from './strategy.queries.ts';

interface Props {
    at: FlagEnvironmentAt;
    environmentType: string;
    /** Undefined adds one. */
    strategy: Strategy | undefined;
    defaultStickiness: string;
    onClose: () => void;
}

/** A strategy of a flag. */
export function StrategyEditor({ at, environmentType, strategy, defaultStickiness, onClose }: Props) {
    const save = useSaveStrategy(at, { hasForm: true });
    return (
        <StrategyDrawer
            title={`${strategy ? 'Edit strategy' : 'Add strategy'} in ${at.environment}`}
            projectId={at.projectId}
            flag={at.featureName}
            environment={{ name: at.environment, type: environmentType }}
            start={strategy ? draftOf(strategy) : newDraft(at.featureName, defaultStickiness)}
            isNew={!strategy}
            canChooseType={!strategy}
            defaultStickiness={defaultStickiness}
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
