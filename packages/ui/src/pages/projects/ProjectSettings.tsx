import { getRouteApi, Link } from '@tanstack/react-router';
import type { ProjectOverview } from '../../api/types.ts';
import { ApprovalsPanel } from '../change-requests/approvals/ApprovalsPanel.tsx';
import { PersonaPanel } from '../personas/PersonaPanel.tsx';
import { ArchiveOrDeleteProject } from './ArchiveOrDeleteProject.tsx';
import { FlagPolicyPanel } from './FlagPolicyPanel.tsx';
import { GeneralSettings, NamingSettings, ReviewSettings } from './ProjectForms.tsx';
import classes from './ProjectSettings.module.css';
import { PROJECT_SECTIONS, type ProjectSection } from './project-sections.ts';

const route = getRouteApi('/app/projects/$projectId');

// The keys of the object are the names of the sections.
const NAMES = Object.keys(PROJECT_SECTIONS) as ProjectSection[];

interface Props {
    projectId: string;
    project: ProjectOverview;
}

/** The settings of a project. Each section has its own address and its own Save button. */
export function ProjectSettings({ projectId, project }: Props) {
    const { section } = route.useSearch();
    // The default project can be neither archived nor deleted.
    const sections = NAMES.filter((name) => projectId !== 'default' || name !== 'archive');
    const shown = sections.find((name) => name === section) ?? 'general';
    return (
        <div className={classes['settings']}>
            <nav aria-label="Settings" className={classes['sections']}>
                {sections.map((name) => (
                    <Link
                        key={name}
                        to="/projects/$projectId"
                        params={{ projectId }}
                        search={{ tab: 'settings', section: name === 'general' ? undefined : name }}
                        // The active link gets `aria-current`.
                        activeOptions={{ exact: true }}
                    >
                        {PROJECT_SECTIONS[name].label}
                    </Link>
                ))}
            </nav>
            <div>
                <Section key={shown} name={shown} projectId={projectId} project={project} />
            </div>
        </div>
    );
}

function Section({ name, ...of }: Props & { name: ProjectSection }) {
    switch (name) {
        case 'approvals':
            return <ApprovalsPanel projectId={of.projectId} />;
        case 'names':
            return <NamingSettings {...of} />;
        case 'policy':
            return <FlagPolicyPanel projectId={of.projectId} />;
        case 'reviews':
            return <ReviewSettings {...of} />;
        case 'personas':
            return <PersonaPanel projectId={of.projectId} />;
        case 'archive':
            return <ArchiveOrDeleteProject {...of} />;
        default:
            return <GeneralSettings {...of} />;
    }
}
