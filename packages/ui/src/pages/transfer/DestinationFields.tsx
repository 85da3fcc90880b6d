import { Radio, Select, Stack } from '@mantine/core';
import { useEnvironments } from '../environments/environment.queries.ts';
import type { ForeignImportBody } from './foreign-import.queries.ts';
import { ProjectSelect } from './use-environment-select.tsx';

export interface ImportDestination {
    project: string;
    /** The target environments by name in the document. Environments without a target are not imported. */
    environments: Record<string, string>;
    percentages: NonNullable<ForeignImportBody['percentages']>;
}

/** The placeholder for the environment of documents that do not name one. */
const UNNAMED_ENVIRONMENT = '*';

/** The initial mapping: environments with the same name, or a single one to development. */
export const destinationOf = (project: string, environments: readonly string[]): ImportDestination => ({
    project,
    environments: Object.fromEntries(
        environments.flatMap((name) => {
            if (name === UNNAMED_ENVIRONMENT) return [[name, 'development']];
            return name === 'production' || name === 'development' ? [[name, name]] : [];
        }),
    ),
    percentages: 'share',
});

interface Props {
    value: ImportDestination;
    onChange: (destination: ImportDestination) => void;
    /** The environments of the document. */
    sourceEnvironments: readonly string[];
}

export function DestinationFields({ value, onChange, sourceEnvironments }: Props) {
    const { data: environments = [] } = useEnvironments();
    const names = environments.map(({ name }) => name);
    const setEnvironment = (from: string, to: string | null) => {
        const { [from]: _, ...others } = value.environments;
        onChange({ ...value, environments: to === null ? others : { ...others, [from]: to } });
    };
    return (
        <Stack gap="md">
            <ProjectSelect value={value.project} onChange={(project) => onChange({ ...value, project })} />
            {sourceEnvironments.map((from) => (
                <Select
                    key={from}
                    label={from === UNNAMED_ENVIRONMENT ? 'Environment' : `${from} becomes`}
                    placeholder="Not imported"
                    data={names}
                    clearable={from !== UNNAMED_ENVIRONMENT}
                    allowDeselect={false}
                    value={value.environments[from] ?? null}
                    onChange={(to) => setEnvironment(from, to)}
                />
            ))}
            <Radio.Group
                label="Percentages"
                value={value.percentages}
                // The values are those passed below.
                onChange={(chosen) => onChange({ ...value, percentages: chosen as ImportDestination['percentages'] })}
            >
                <Stack gap={8} mt={6}>
                    <Radio
                        value="share"
                        label="The same share, in every SDK"
                        description="Percentages stay the same, but different users are selected: every product uses its own hash"
                    />
                    <Radio
                        value="people"
                        label="Exactly the same users, where Halyard evaluates"
                        description="For the frontend API, OFREP and the edge; SDKs that evaluate themselves get false"
                    />
                </Stack>
            </Radio.Group>
        </Stack>
    );
}
