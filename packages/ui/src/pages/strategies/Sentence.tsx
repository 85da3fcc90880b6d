import {
    constraintPhrases,
    type Phrase,
    type SaidConstraint,
    type SaidStrategy,
    strategyPhrases,
} from '@halyard/engine';
import type { ReactNode } from 'react';
import type { Segment } from '../../api/types.ts';
import classes from './Sentence.module.css';

/** “country is NO, SE or DK” */
export function ConstraintText({ constraint }: { constraint: SaidConstraint }) {
    return (
        <span className={classes['clause']}>
            <Phrases phrases={constraintPhrases(constraint)} />
        </span>
    );
}

/** What a strategy does, in one sentence that someone can say aloud. */
export function StrategySentence({ strategy, segments }: { strategy: SaidStrategy; segments: readonly Segment[] }) {
    const segmentName = (id: number) => segments.find((segment) => segment.id === id)?.name;
    return (
        <p className={classes['sentence']}>
            <Phrases phrases={strategyPhrases(strategy, { segmentName })} />
        </p>
    );
}

function Phrases({ phrases }: { phrases: readonly Phrase[] }): ReactNode {
    return phrases.map((phrase, index) => {
        if (typeof phrase === 'string') return phrase;
        const { as, text } = phrase;
        const Element = as === 'strong' || as === 'and' ? 'b' : as === 'field' || as === 'value' ? 'code' : 'span';
        return (
            // Phrases have no identity, and the sentence is made anew with every change.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <Element key={index} className={classes[as]}>
                {text}
            </Element>
        );
    });
}
