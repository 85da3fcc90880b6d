import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import type { Constraint } from '../../api/types.ts';
import { ConstraintEditor, newConstraint } from './ConstraintEditor.tsx';
import classes from './ConstraintList.module.css';

interface Props {
    constraints: Constraint[];
    onChange: (constraints: Constraint[]) => void;
    /** The project; undefined for all projects. */
    projectId: string | undefined;
    showsGaps: boolean;
}

/** A list of constraints. All of them must match. */
export function ConstraintList({ constraints, onChange, projectId, showsGaps }: Props) {
    // Constraints have no id, and with index keys the focus would move when one is removed.
    const keys = useRef<number[]>([]);
    const next = useRef(0);
    // A new constraint gets the focus.
    const added = useRef<number>(undefined);
    while (keys.current.length < constraints.length) keys.current.push(next.current++);
    return (
        <div>
            {constraints.map((constraint, index) => (
                <div key={keys.current[index]}>
                    {index > 0 && <div className={classes['and']}>and</div>}
                    <ConstraintEditor
                        constraint={constraint}
                        position={index + 1}
                        projectId={projectId}
                        showsGap={showsGaps}
                        isNew={keys.current[index] === added.current}
                        onChange={(changed) => onChange(constraints.with(index, changed))}
                        onRemove={() => {
                            keys.current.splice(index, 1);
                            onChange(constraints.toSpliced(index, 1));
                        }}
                    />
                </div>
            ))}
            <Button
                variant="default"
                size="xs"
                mt={constraints.length > 0 ? 10 : 0}
                leftSection={<IconPlus size={14} />}
                onClick={() => {
                    added.current = next.current;
                    onChange([...constraints, newConstraint()]);
                }}
            >
                Add constraint
            </Button>
        </div>
    );
}
