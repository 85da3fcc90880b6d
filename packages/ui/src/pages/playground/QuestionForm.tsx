import { Button, MultiSelect, Stack } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { MomentInput } from '../../components/forms/MomentInput.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { ContextRows, contextOf, rowsOf } from '../context-fields/ContextRows.tsx';
import { flatContext } from '../context-fields/context.ts';
import { useEnvironments } from '../environments/environment.queries.ts';
import { PersonaSelect } from '../personas/PersonaSelect.tsx';
import { useProjects } from '../projects/project.queries.ts';
import type { PlaygroundQuery } from './playground.queries.ts';

interface Props {
    start: Partial<PlaygroundQuery>;
    isBusy: boolean;
    onEvaluate: (query: PlaygroundQuery) => void;
}

/** With more projects than this, personas are offered only after projects are selected. */
const MAX_PROJECTS = 10;

const fieldsOf = ({ context = { userId: '' } }: Partial<PlaygroundQuery>) => rowsOf(context);

const fieldTexts = ({ environments = [], projects = [], context = {}, asOf }: Partial<PlaygroundQuery>) =>
    JSON.stringify([environments, projects, context, asOf]);

/** The form of the playground: context, environments and projects. */
export function QuestionForm({ start, isBusy, onEvaluate: onAsk }: Props) {
    const { data: environments = [] } = useEnvironments();
    const { data: projects = [] } = useProjects();
    const [chosen, setChosen] = useState<string[]>(start.environments ?? []);
    const [inProjects, setInProjects] = useState<string[]>(start.projects ?? []);
    const [fields, setFields] = useState(fieldsOf(start));
    const [asOf, setAsOf] = useState(start.asOf);
    const lastSent = useRef(fieldTexts(start));
    useEffect(() => {
        // The form follows Back and links; queries sent from here are already in it.
        if (fieldTexts(start) === lastSent.current) return;
        lastSent.current = fieldTexts(start);
        setChosen(start.environments ?? []);
        setInProjects(start.projects ?? []);
        setFields(fieldsOf(start));
        setAsOf(start.asOf);
    }, [start]);
    const every = projects.map(({ id }) => id);
    const ofPersonas = inProjects.length > 0 ? inProjects : every.length > MAX_PROJECTS ? [] : every;
    return (
        <Panel title="Evaluate as">
            <form
                onSubmit={(event) => {
                    event.preventDefault();
                    const query = {
                        environments: chosen.length > 0 ? chosen : environments.map(({ name }) => name),
                        projects: inProjects,
                        context: contextOf(fields),
                        asOf,
                    };
                    lastSent.current = fieldTexts(query);
                    onAsk(query);
                }}
            >
                <Stack gap="sm">
                    <MultiSelect
                        label="Environments"
                        placeholder={chosen.length > 0 ? '' : 'All'}
                        data={environments.map(({ name }) => name)}
                        value={chosen}
                        onChange={setChosen}
                    />
                    <MultiSelect
                        label="Projects"
                        placeholder={inProjects.length > 0 ? '' : 'All'}
                        searchable
                        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
                        value={inProjects}
                        onChange={setInProjects}
                    />
                    <PersonaSelect
                        projects={ofPersonas}
                        onChoose={({ context }) => setFields(rowsOf(flatContext(context)))}
                    />
                    <ContextRows
                        label="Context"
                        hint="Separate several values with commas to test each."
                        rows={fields}
                        onChange={setFields}
                        example={(field) => (field === 'userId' ? 'ada, bob' : 'value')}
                    />
                    <MomentInput key={lastSent.current} label="When" start={asOf} onChange={setAsOf} />
                    <Button
                        type="submit"
                        leftSection={<IconPlayerPlay size={15} />}
                        loading={isBusy}
                        disabled={asOf === ''}
                    >
                        Evaluate
                    </Button>
                </Stack>
            </form>
        </Panel>
    );
}
