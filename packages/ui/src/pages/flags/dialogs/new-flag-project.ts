import { lastProject, recentVisits } from '../../../app/recents.ts';
import { useMay } from '../../../components/access/may.ts';
import { useProjects } from '../../projects/project.queries.ts';
import { useSession } from '../../session/session.queries.ts';

/** The project in which a new flag is created, unless the user chooses another one: the current or the last visited one. */
export function useNewFlagProject(current: string | undefined): string | undefined {
    const may = useMay();
    const { data: projects = [] } = useProjects();
    const { data: session } = useSession();
    const allowed = projects.map(({ id }) => id).filter((id) => may('CREATE_FEATURE', { project: id }));
    const last = session ? lastProject(recentVisits(session.user.id), allowed) : undefined;
    return allowed.find((id) => id === current) ?? last ?? allowed[0];
}
