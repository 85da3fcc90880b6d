import { Group, Select } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../components/access/may.ts';
import { useEnvironments } from '../environments/environment.queries.ts';
import { useProjects } from '../projects/project.queries.ts';
import { firstProject } from './first-project.ts';

interface ProjectProps {
    value: string;
    onChange: (project: string) => void;
}

export function ProjectSelect({ value, onChange }: ProjectProps) {
    const { data: projects = [] } = useProjects();
    return (
        <Select
            label="Project"
            data={projects.map(({ id, name }) => ({ value: id, label: name }))}
            value={value}
            onChange={(chosen) => chosen && onChange(chosen)}
        />
    );
}

/** The project that the page was opened from, or one that the user may change. */
export function useFirstProject(initial: string | undefined): string {
    const { data: projects = [] } = useProjects();
    const may = useMay();
    const ids = projects.map(({ id }) => id);
    return initial ?? firstProject(ids, (project) => may('UPDATE_FEATURE', { project })) ?? 'default';
}

/** The selected project and environment with their form fields. */
export function useEnvironmentSelect(initial: string | undefined) {
    const { data: environments = [] } = useEnvironments();
    const [chosen, setProject] = useState<string>();
    const first = useFirstProject(initial);
    const project = chosen ?? first;
    const [environment, setEnvironment] = useState('development');
    const selects = (
        <Group grow>
            <ProjectSelect value={project} onChange={setProject} />
            <Select
                label="Environment"
                data={environments.map(({ name }) => name)}
                value={environment}
                onChange={(value) => value && setEnvironment(value)}
            />
        </Group>
    );
    return { project, environment, selects };
}
