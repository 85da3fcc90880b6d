import { ActionIcon, Autocomplete, Button, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Panel } from '../../components/Panel.tsx';
import { useContextFields } from '../context-fields/context-field.queries.ts';
import { useEnvironments } from '../environments/environment.queries.ts';
import { useProjects } from '../projects/project.queries.ts';
import type { Question } from './playground.queries.ts';

interface Props {
    start: Partial<Question>;
    isBusy: boolean;
    onAsk: (question: Question) => void;
}

type Field = [name: string, value: string];

const fieldsOf = ({ context = { userId: '' } }: Partial<Question>): Field[] => Object.entries(context);

const wordsOf = ({ environments = [], projects = [], context = {} }: Partial<Question>) =>
    JSON.stringify([environments, projects, context]);

/** Who asks, where, and for the flags of which projects. */
export function QuestionForm({ start, isBusy, onAsk }: Props) {
    const { data: environments = [] } = useEnvironments();
    const { data: projects = [] } = useProjects();
    const [chosen, setChosen] = useState<string[]>(start.environments ?? []);
    const [inProjects, setInProjects] = useState<string[]>(start.projects ?? []);
    const [fields, setFields] = useState(fieldsOf(start));
    const asked = useRef(wordsOf(start));
    useEffect(() => {
        // Back, or a link: the form follows. What was asked here stands in it already.
        if (wordsOf(start) === asked.current) return;
        asked.current = wordsOf(start);
        setChosen(start.environments ?? []);
        setInProjects(start.projects ?? []);
        setFields(fieldsOf(start));
    }, [start]);
    return (
        <Panel title="Ask as">
            <form
                onSubmit={(event) => {
                    event.preventDefault();
                    const question = {
                        environments: chosen.length > 0 ? chosen : environments.map(({ name }) => name),
                        projects: inProjects,
                        context: Object.fromEntries(fields.filter(([name, value]) => name && value)),
                    };
                    asked.current = wordsOf(question);
                    onAsk(question);
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
                    <ContextRows fields={fields} onChange={setFields} />
                    <Button type="submit" leftSection={<IconPlayerPlay size={15} />} loading={isBusy}>
                        Ask
                    </Button>
                </Stack>
            </form>
        </Panel>
    );
}

function ContextRows({ fields, onChange }: { fields: Field[]; onChange: (fields: Field[]) => void }) {
    const { data: known = [] } = useContextFields();
    return (
        <div>
            <Text size="sm" fw={500}>
                Context
            </Text>
            <Text size="xs" c="dimmed" mb={6}>
                Commas separate values: each is tried.
            </Text>
            <Stack gap={6}>
                {fields.map(([name, value], index) => (
                    // Rows are edited in place, and removed by their place.
                    // biome-ignore lint/suspicious/noArrayIndexKey: see above
                    <Group key={index} gap={6} wrap="nowrap">
                        <Autocomplete
                            aria-label={`Context field ${index + 1}`}
                            w={108}
                            data={known.map((field) => field.name)}
                            value={name}
                            onChange={(next) => onChange(fields.with(index, [next, value]))}
                        />
                        <TextInput
                            aria-label={`Value of ${name || 'the field'}`}
                            flex={1}
                            placeholder={name === 'userId' ? 'ada, bob' : 'value'}
                            title={value}
                            value={value}
                            onChange={(event) => onChange(fields.with(index, [name, event.currentTarget.value]))}
                        />
                        <ActionIcon
                            aria-label={`Remove ${name || 'the field'}`}
                            onClick={() => onChange(fields.toSpliced(index, 1))}
                        >
                            <IconTrash size={15} />
                        </ActionIcon>
                    </Group>
                ))}
            </Stack>
            <Button
                size="compact-xs"
                variant="subtle"
                mt={6}
                leftSection={<IconPlus size={13} />}
                onClick={() => onChange([...fields, ['', '']])}
            >
                Add a field
            </Button>
        </div>
    );
}
