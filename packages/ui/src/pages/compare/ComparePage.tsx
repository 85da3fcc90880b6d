import { Button, Group } from '@mantine/core';
import { IconArrowsLeftRight } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { FlagOverview } from '../../api/types.ts';
import { Page } from '../../components/layout/Page.tsx';
import { Empty, QueryContent, Rows } from '../../components/layout/States.tsx';
import { useEnvironments } from '../environments/environment.queries.ts';
import { useProjectFlags } from '../flags/flag.queries.ts';
import { useProject, useProjects } from '../projects/project.queries.ts';
import { CompareForm } from './CompareForm.tsx';
import { type MomentComparison, useFirstChange, useLastProductionChange } from './compare.queries.ts';
import type { CompareSearch } from './compare-search.ts';
import { EnvironmentMatrix } from './EnvironmentMatrix.tsx';
import { type ComparedEnvironments, useEnvironmentDifferences } from './environments.queries.ts';
import { MomentDifferences } from './MomentDifferences.tsx';
import { pairToCompare } from './pair-to-compare.ts';
import { presetsAt, startOfPresets } from './presets.ts';

const route = getRouteApi('/app/compare');

const DEFAULT_PRESET = 'Last 24 hours';
const NO_FLAGS: FlagOverview[] = [];

/** Compares two sides of a project: two moments, with the affected users, or two environments, with a copy of flags. */
export function ComparePage() {
    const search = route.useSearch();
    const navigate = useNavigate();
    const { data: projects = [] } = useProjects();
    const project = search.project ?? projects[0]?.id;
    const { data: overview } = useProject(project ?? '', project !== undefined);
    const { data: all = [] } = useEnvironments();
    const used = new Set(overview?.environments.map(({ environment }) => environment));
    const environments = all.filter(({ name }) => used.has(name));
    const pair = pairToCompare(environments, { from: search.source, to: search.environment });
    const isAcross = search.source !== undefined;

    const [now] = useState(() => new Date());
    const lastChange = useLastProductionChange(project);
    // A new installation has no state of yesterday. If that is unknown, the service refuses the comparison.
    const first = useFirstChange(startOfPresets(now));
    const firstChange = first.data ?? undefined;
    const presets = presetsAt(now, { lastChange, firstChange });
    const usual = presets.find(({ label }) => label === DEFAULT_PRESET)!;
    const isKnown = search.from !== undefined || (projects.length > 0 && !first.isPending);
    const { environment, from = usual.from, to } = search;
    const moments = project && isKnown && !isAcross ? { project, environment, from, to } : undefined;
    const show = (search: CompareSearch) => void navigate({ to: '/compare', search, replace: isAcross });

    const compared = isAcross && project && pair ? { project, ...pair, feature: search.feature } : undefined;
    const start = compared
        ? {
              project: compared.project,
              source: compared.from,
              environment: compared.to,
              feature: compared.feature,
              from,
          }
        : (moments ?? { project: project ?? '', from });
    return (
        <Page
            title="Compare"
            about="Compare an environment at two moments, and who was affected by the difference; or two environments, and copy selected flags."
        >
            <Group gap={6} mb="sm">
                <Group gap={6} role="group" aria-label="Period">
                    {presets.map(({ label, ...period }) => (
                        <Button
                            key={label}
                            size="xs"
                            variant={isShown(period, moments) ? 'light' : 'default'}
                            aria-pressed={isShown(period, moments)}
                            onClick={() => show({ project, environment, ...period })}
                        >
                            {label}
                        </Button>
                    ))}
                </Group>
                {pair && (
                    <Button
                        size="xs"
                        variant={isAcross ? 'light' : 'default'}
                        leftSection={<IconArrowsLeftRight size={14} />}
                        aria-pressed={isAcross}
                        onClick={() => show({ project, source: '' })}
                    >
                        Environments
                    </Button>
                )}
            </Group>
            {project && (
                <CompareForm
                    // A new URL, for example by a link, resets the form.
                    key={JSON.stringify(start)}
                    start={start}
                    environments={environments.map(({ name }) => name)}
                    onCompare={show}
                />
            )}
            {moments && <MomentDifferences query={moments} firstChange={firstChange} />}
            {compared && (
                <Environments
                    compared={compared}
                    environmentType={environments.find(({ name }) => name === compared.to)?.type ?? ''}
                />
            )}
            {isAcross && overview && all.length > 0 && !pair && (
                <Empty title="Only one environment" icon={<IconArrowsLeftRight size={22} />}>
                    This project uses one environment. Add another one to compare them here.
                </Empty>
            )}
        </Page>
    );
}

const isShown = (period: Partial<MomentComparison>, query: MomentComparison | undefined) =>
    query !== undefined &&
    period.from === query.from &&
    period.to === query.to &&
    (period.environment === undefined || period.environment === query.environment);

interface EnvironmentsProps {
    compared: ComparedEnvironments;
    environmentType: string;
}

function Environments({ compared, environmentType }: EnvironmentsProps) {
    const differences = useEnvironmentDifferences(compared);
    const { data: flags = NO_FLAGS } = useProjectFlags(compared.project);
    return (
        <QueryContent query={differences} skeleton={<Rows count={4} height={70} />}>
            {({ changes, notes }) => (
                <EnvironmentMatrix
                    // The selection belongs to one comparison only.
                    key={JSON.stringify(compared)}
                    compared={compared}
                    flags={flags}
                    environmentType={environmentType}
                    changes={changes}
                    notes={notes}
                />
            )}
        </QueryContent>
    );
}
