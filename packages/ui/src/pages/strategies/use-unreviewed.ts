import { useLocalStorage } from '@mantine/hooks';
import { useProject } from '../projects/project.queries.ts';
import { useSession } from '../session/session.queries.ts';

/** Whether the signed-in user has disabled the review of small changes in a project that allows this. */
export function useUnreviewed(project: string) {
    const { data: session } = useSession();
    const { data: overview } = useProject(project, project !== '');
    const [projects, setProjects] = useLocalStorage<string[]>({
        key: `halyard.unreviewed.${session?.user.id ?? ''}`,
        defaultValue: [],
    });
    const isOffered = overview?.reviewOptional ?? false;
    return {
        isOffered,
        isChosen: isOffered && projects.includes(project),
        choose: (isChosen: boolean) =>
            setProjects((before) => [...before.filter((each) => each !== project), ...(isChosen ? [project] : [])]),
    };
}
