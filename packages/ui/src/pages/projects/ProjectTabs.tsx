import { Group } from '@mantine/core';
import type { ProjectOverview } from '../../api/types.ts';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { CompareLink } from '../compare/CompareLink.tsx';

const ProjectRequests = lazyComponent(() => import('../change-requests/lists/ProjectRequests.tsx'), 'ProjectRequests');
const EventList = lazyComponent(() => import('../events/EventList.tsx'), 'EventList');
const ProjectExperiments = lazyComponent(() => import('../experiments/ProjectExperiments.tsx'), 'ProjectExperiments');
const MetricCharts = lazyComponent(() => import('../metrics/MetricCharts.tsx'), 'MetricCharts');
const ProjectReleases = lazyComponent(() => import('../releases/ProjectReleases.tsx'), 'ProjectReleases');
const TokenTable = lazyComponent(() => import('../tokens/TokenTable.tsx'), 'TokenTable');
const ProjectAccess = lazyComponent(() => import('./ProjectAccess.tsx'), 'ProjectAccess');
const ProjectArchive = lazyComponent(() => import('./ProjectArchive.tsx'), 'ProjectArchive');
const ProjectEnvironments = lazyComponent(() => import('./ProjectEnvironments.tsx'), 'ProjectEnvironments');
const ProjectSettings = lazyComponent(() => import('./ProjectSettings.tsx'), 'ProjectSettings');
const ProjectTargeting = lazyComponent(() => import('./ProjectTargeting.tsx'), 'ProjectTargeting');

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
