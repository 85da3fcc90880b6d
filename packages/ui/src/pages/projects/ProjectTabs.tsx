import { Group } from '@mantine/core';
import type { ProjectOverview } from '../../api/types.ts';
import { ProjectRequests } from '../change-requests/lists/ProjectRequests.tsx';
import { CompareLink } from '../compare/CompareLink.tsx';
import { EventList } from '../events/EventList.tsx';
import { ProjectExperiments } from '../experiments/ProjectExperiments.tsx';
import { MetricCharts } from '../metrics/MetricCharts.tsx';
import { ProjectReleases } from '../releases/ProjectReleases.tsx';
import { TokenTable } from '../tokens/TokenTable.tsx';
import { ProjectAccess } from './ProjectAccess.tsx';
import { ProjectArchive } from './ProjectArchive.tsx';
import { ProjectEnvironments } from './ProjectEnvironments.tsx';
import { ProjectSettings } from './ProjectSettings.tsx';
import { ProjectTargeting } from './ProjectTargeting.tsx';

interface Props {
    tab: string;
    projectId: string;
    project: ProjectOverview;
}

/** The tabs of a project except its flags. */
export function ProjectTabs({ tab, projectId, project }: Props) {
    switch (tab) {
        case 'change-requests':
            return <ProjectRequests key={projectId} projectId={projectId} />;
        case 'releases':
            return <ProjectReleases key={projectId} projectId={projectId} />;
        case 'experiments':
            return <ProjectExperiments key={projectId} projectId={projectId} />;
        case 'archive':
            return <ProjectArchive key={projectId} projectId={projectId} />;
        case 'access':
            return <ProjectAccess projectId={projectId} />;
        case 'tokens':
            return <TokenTable projectId={projectId} />;
        case 'environments':
            return <ProjectEnvironments projectId={projectId} defaultStickiness={project.defaultStickiness} />;
        case 'targeting':
            return <ProjectTargeting projectId={projectId} />;
        case 'metrics':
            return <MetricCharts key={projectId} place={{ projectId }} />;
        case 'events':
            return (
                <>
                    <Group justify="flex-end" mb="sm">
                        <CompareLink project={projectId} />
                    </Group>
                    <EventList filter={{ project: projectId }} />
                </>
            );
        default:
            return <ProjectSettings key={projectId} projectId={projectId} project={project} />;
    }
}
