import {
    constraintPhrases,
    type DescribedConstraint,
    type DescribedStrategy,
    type Phrase,
    strategyPhrases,
} from '@halyard/engine';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Segment } from '../../api/types.ts';
import classes from './Sentence.module.css';

/** “country is NO, SE or DK” */
export function ConstraintText({ constraint }: { constraint: DescribedConstraint }) {
    return (
        <span className={classes['clause']} title={constraint.values?.join(', ')}>
            <Phrases phrases={constraintPhrases(constraint)} />
        </span>
    );
}

interface Props {
    strategy: DescribedStrategy;
    segments: readonly Segment[];
    /** Whether the sentence is standalone, not inside a link or a question. */
    linksSegments?: boolean;
}

/** Describes a strategy in one sentence. */
export function StrategySentence({ strategy, segments, linksSegments = false }: Props) {
    const segmentName = (id: number) => segments.find((segment) => segment.id === id)?.name;
    return (
        <p className={classes['sentence']}>
            <Phrases phrases={strategyPhrases(strategy, { segmentName })} linked={linksSegments ? segments : []} />
        </p>
    );
}

interface PhrasesProps {
    phrases: readonly Phrase[];
    /** The segments that link to their page. */
    linked?: readonly Segment[];
}

function Phrases({ phrases, linked = [] }: PhrasesProps): ReactNode {
    return phrases.map((phrase, index) => {
        if (typeof phrase === 'string') return phrase;
        const { as, text } = phrase;
        const segment = as === 'segment' && linked.find(({ name }) => name === text);
        if (segment) {
            return (
                <Link
                    // See below.
                    // biome-ignore lint/suspicious/noArrayIndexKey: see below
                    key={index}
                    className={classes['segment']}
                    to="/segments/$segmentId"
                    params={{ segmentId: String(segment.id) }}
                >
                    {text}
                </Link>
            );
        }
        const Element = as === 'strong' || as === 'and' ? 'b' : as === 'field' || as === 'value' ? 'code' : 'span';
        return (
            // Phrases have no id, and the sentence is created again on every change.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <Element key={index} className={classes[as]}>
                {text}
            </Element>
        );
    });
}
