import { Skeleton } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Flag } from '../../../api/types.ts';
import { lazyComponent } from '../../../components/layout/lazy.tsx';
import { Section } from '../../../components/layout/Section.tsx';
import { FlagExperiments } from '../../experiments/FlagExperiments.tsx';
import { useProject } from '../../projects/project.queries.ts';
import { HowToEvaluate } from '../dialogs/HowToEvaluate.tsx';
import { isEvaluated } from '../environment-state.ts';
import type { FlagAt } from '../flag-requests.ts';
import { FlagExposure } from '../usage/FlagExposure.tsx';
import { EnvironmentPanel } from './EnvironmentPanel.tsx';
import { FlagFacts } from './FlagFacts.tsx';
import classes from './FlagOverviewTab.module.css';

const FlagPlans = lazyComponent(() => import('../../releases/plans/FlagPlans.tsx'), 'FlagPlans');
const StrategyEditor = lazyComponent(() => import('../../strategies/StrategyEditor.tsx'), 'StrategyEditor');

/** The usual height of the release plan, so that the layout does not shift. */
const PLAN_HEIGHT = 176;

/** With so few environments, all of them are open. */
const MAX_OPEN = 2;

const route = getRouteApi('/app/projects/$projectId/features/$featureName');

/** Who gets the flag: its exposure over time, its release, and its environments. */
export function FlagOverviewTab({ at, flag }: { at: FlagAt; flag: Flag }) {
    const { environment, strategy } = route.useSearch();
    const { data: project } = useProject(at.projectId);
    const navigate = useNavigate();
    const edit = (where: string | undefined, id: string | undefined) =>
        void navigate({
            to: '/projects/$projectId/features/$featureName',
            params: at,
            search: { environment: where, strategy: id },
            replace: true,
            resetScroll: false,
        });
    const edited = flag.environments.find(({ name }) => name === environment);
    return (
        <div className={classes['layout']}>
            <HowToEvaluate flag={flag} />
            <div className={classes['main']}>
                {isEvaluated(flag) && (
                    <div className={classes['exposure']}>
                        <Section fallback={null}>
                            <FlagExposure at={at} flag={flag} />
                        </Section>
                    </div>
                )}
                {flag.environments.some(({ releasePlans }) => releasePlans.length > 0) && (
                    <Section fallback={<Skeleton height={PLAN_HEIGHT} aria-busy="true" />}>
                        <FlagPlans at={at} flag={flag} />
                    </Section>
                )}
                <div className={classes['environments']}>
                    {flag.environments.map((each) => (
                        <EnvironmentPanel
                            key={each.name}
                            at={at}
                            flag={flag}
                            environment={each}
                            isInitiallyOpen={flag.environments.length <= MAX_OPEN || each.name === environment}
                            onAdd={() => edit(each.name, 'new')}
                            onEdit={(id) => edit(each.name, id)}
                        />
                    ))}
                </div>
                {/* Last, because it arrives after the rest and would push that down. */}
                <FlagExperiments at={at} />
            </div>
            <FlagFacts at={at} flag={flag} />
            {edited && strategy !== undefined && (
                <Suspense fallback={null}>
                    <StrategyEditor
                        key={`${edited.name} ${strategy}`}
                        at={{ ...at, environment: edited.name }}
                        environmentType={edited.type}
                        isNew={strategy === 'new'}
                        strategy={edited.strategies.find(({ id }) => id === strategy)}
                        isOff={!edited.enabled}
                        defaultStickiness={project?.defaultStickiness ?? 'default'}
                        onClose={() => edit(undefined, undefined)}
                    />
                </Suspense>
            )}
        </div>
    );
}
