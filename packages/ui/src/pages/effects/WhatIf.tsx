import { type ReactNode, useState } from 'react';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { Rows } from '../../components/layout/States.tsx';
import type { Population } from './effects.ts';
import { type RehearsalBase, type Trial, useWhatIf, type WhatIfProposal } from './what-if.queries.ts';

const RehearsalResult = lazyComponent(() => import('./RehearsalResult.tsx'), 'RehearsalResult');

interface Props {
    change: WhatIfProposal | Trial;
    /** Undefined if the rehearsal starts from the live state. */
    base: RehearsalBase | undefined;
    /** The fallback when the service cannot determine the effect. */
    otherwise?: ReactNode;
    /** Whether the change is being sent. A rehearsal now could already include it. */
    isSending?: boolean;
}

/** The effect of a change before it is made. An unknown effect does not block the change. */
export function WhatIf({ change, base, otherwise, isSending = false }: Props) {
    const [population, setPopulation] = useState<Population>();
    const answer = useWhatIf(change, { population, isEnabled: !isSending, base });
    const waiting = <Rows count={3} height={34} />;
    if (answer.isPending) return waiting;
    const steps = 'steps' in change ? change.steps : [];
    return (
        <Section fallback={waiting}>
            <RehearsalResult
                project={change.project}
                steps={steps}
                result={answer}
                {...('steps' in change && { onPopulation: setPopulation })}
                otherwise={otherwise}
            />
        </Section>
    );
}
