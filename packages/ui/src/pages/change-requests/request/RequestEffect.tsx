import { Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../../components/layout/lazy.tsx';
import { Rows } from '../../../components/layout/States.tsx';
import type { Population } from '../../effects/effects.ts';
import type { ChangeRequest } from './change-request.queries.ts';
import { useRequestEffect } from './effect.queries.ts';
import { allChanges } from './requested-changes.ts';

const RehearsalResult = lazyComponent(() => import('../../effects/RehearsalResult.tsx'), 'RehearsalResult');

// Its code is loaded together with the data, so that it does not push the discussion down later.
void RehearsalResult.preload();

/** The effect of applying a request now. */
export function RequestEffect({ request }: { request: ChangeRequest }) {
    const [population, setPopulation] = useState<Population>();
    const { project, id, contentHash } = request;
    const effect = useRequestEffect({ projectId: project, id }, { contentHash, population });
    const waiting = <Rows count={3} height={34} />;
    if (allChanges(request).some(({ conflict, flagConflict }) => conflict ?? flagConflict)) {
        return (
            <Text size="sm" c="dimmed">
                Cannot be applied: resolve the conflict above first.
            </Text>
        );
    }
    if (effect.isPending) return waiting;
    return (
        <Suspense fallback={waiting}>
            <RehearsalResult
                project={project}
                steps={allChanges(request)}
                result={effect}
                onPopulation={setPopulation}
            />
        </Suspense>
    );
}
