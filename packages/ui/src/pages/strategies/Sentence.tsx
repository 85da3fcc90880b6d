import type { Segment, Strategy } from '../../api/types.ts';
import { valuesOf, wordsOf } from './operators.ts';
import classes from './Sentence.module.css';

type AnyConstraint = Pick<
    Strategy['constraints'][number],
    'contextName' | 'operator' | 'inverted' | 'caseInsensitive' | 'value'
> & {
    values?: string[] | undefined;
};
type AnyStrategy = Pick<Strategy, 'name' | 'parameters' | 'segments' | 'variants'> & {
    constraints: readonly AnyConstraint[];
};

const SHOWN_VALUES = 6;

/** “country is NO, SE or DK” */
export function ConstraintText({ constraint }: { constraint: AnyConstraint }) {
    const words = wordsOf(constraint.operator);
    const values = valuesOf(constraint);
    const shown = values.slice(0, SHOWN_VALUES);
    return (
        <span className={classes['clause']}>
            <code className={classes['field']}>{constraint.contextName || '…'}</code>{' '}
            {constraint.inverted ? words.isNot : words.is} {shown.length === 0 && '…'}
            {shown.map((value, index) => (
                <span key={value}>
                    {index > 0 && (index === values.length - 1 ? ' or ' : ', ')}
                    <code className={classes['value']}>{value}</code>
                </span>
            ))}
            {values.length > shown.length && ` and ${values.length - shown.length} more`}
            {constraint.caseInsensitive && words.hasCase && <span className={classes['aside']}> (in any case)</span>}
        </span>
    );
}

/** What a strategy does, in one sentence that someone can say aloud. */
export function StrategySentence({ strategy, segments }: { strategy: AnyStrategy; segments: readonly Segment[] }) {
    const conditions = [
        ...strategy.segments.map((id) => ({ key: `segment-${id}`, node: <SegmentText id={id} segments={segments} /> })),
        ...strategy.constraints.map((constraint, index) => ({
            // Constraints have no identity, and the sentence is made anew with every change.
            key: `constraint-${index}`,
            node: <ConstraintText constraint={constraint} />,
        })),
    ];
    return (
        <p className={classes['sentence']}>
            <Who strategy={strategy} />
            {conditions.map(({ key, node }, index) => (
                <span key={key}>
                    {index === 0 ? ', if ' : <b className={classes['and']}> and </b>}
                    {node}
                </span>
            ))}
            {strategy.variants.length > 0 && (
                <>
                    ; split into{' '}
                    {strategy.variants.map(({ name, weight }, index) => (
                        <span key={name}>
                            {index > 0 && (index === strategy.variants.length - 1 ? ' and ' : ', ')}
                            <code className={classes['value']}>{name}</code> {percent(weight)}
                        </span>
                    ))}
                </>
            )}
            .
        </p>
    );
}

export const percent = (weight: number) => `${Number((weight / 10).toFixed(1))}%`;

function SegmentText({ id, segments }: { id: number; segments: readonly Segment[] }) {
    const name = segments.find((segment) => segment.id === id)?.name ?? `#${id}`;
    return (
        <span className={classes['clause']}>
            in segment <span className={classes['segment']}>{name}</span>
        </span>
    );
}

function Who({ strategy: { name, parameters } }: { strategy: AnyStrategy }) {
    switch (name) {
        case 'flexibleRollout': {
            const rollout = Number(parameters['rollout'] ?? 100);
            const stickiness = parameters['stickiness'] ?? 'default';
            if (rollout >= 100) return <b>Everyone</b>;
            if (rollout <= 0) return <b>Nobody</b>;
            return (
                <>
                    <b>{`${rollout}%`}</b> of users
                    {stickiness === 'random' ? (
                        ' at random'
                    ) : stickiness === 'default' ? (
                        ''
                    ) : (
                        <Sticky field={stickiness} />
                    )}
                </>
            );
        }
        case 'default':
            return <b>Everyone</b>;
        case 'userWithId':
            return <Listed what="User" plural="Users" list={parameters['userIds']} />;
        case 'remoteAddress':
            return <Listed what="Address" plural="Addresses" list={parameters['IPs']} />;
        case 'applicationHostname':
            return <Listed what="Host" plural="Hosts" list={parameters['hostNames']} />;
        default:
            return (
                <>
                    Whoever <b>{name}</b> lets in
                    {Object.keys(parameters).length > 0 && (
                        <>
                            {' with '}
                            {Object.entries(parameters).map(([key, value], index) => (
                                <span key={key}>
                                    {index > 0 && ', '}
                                    {key} <code className={classes['value']}>{value}</code>
                                </span>
                            ))}
                        </>
                    )}
                </>
            );
    }
}

const Sticky = ({ field }: { field: string }) => (
    <>
        {' '}
        by <code className={classes['field']}>{field}</code>
    </>
);

function Listed({ what, plural, list = '' }: { what: string; plural: string; list?: string | undefined }) {
    const items = list
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean);
    return (
        <>
            <b>{items.length === 1 ? what : plural}</b>{' '}
            {items.slice(0, SHOWN_VALUES).map((item, index) => (
                <span key={item}>
                    {index > 0 && ', '}
                    <code className={classes['value']}>{item}</code>
                </span>
            ))}
            {items.length > SHOWN_VALUES && ` and ${items.length - SHOWN_VALUES} more`}
            {items.length === 0 && '(none listed)'}
        </>
    );
}
