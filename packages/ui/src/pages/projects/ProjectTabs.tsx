import type { ProjectOverview } from '../../api/types.ts';

export function ProjectTabs(_props: { tab: string; projectId: string; project: ProjectOverview }) {
    return null;
}
