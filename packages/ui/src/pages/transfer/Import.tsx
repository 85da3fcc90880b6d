import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '../../components/layout/Panel.tsx';
import { ForeignImport } from './ForeignImport.tsx';
import { PlainImport } from './PlainImport.tsx';
import { FOREIGN_SOURCES, type ForeignSource, isForeignSource } from './sources.ts';

interface Props {
    project: string | undefined;
    source: string | undefined;
}

/** The import of a Halyard document or of another product's document, each with its own steps. */
export function Import({ project, source: initialSource }: Props) {
    const [source, setSource] = useState(isForeignSource(initialSource) ? initialSource : undefined);
    const [text, setText] = useState('');
    const common = { project, text, onText: setText, picker: <SourcePicker value={source} onChange={setSource} /> };
    return (
        <Panel>
            {source === undefined ? (
                <PlainImport {...common} />
            ) : (
                <ForeignImport key={source} source={source} {...common} />
            )}
        </Panel>
    );
}

const HALYARD_FORMAT = 'halyard';

interface PickerProps {
    value: ForeignSource | undefined;
    onChange: (source: ForeignSource | undefined) => void;
}

function SourcePicker({ value, onChange }: PickerProps) {
    return (
        <Stack gap={6}>
            <Select
                label="From"
                allowDeselect={false}
                data={[
                    { value: HALYARD_FORMAT, label: 'Halyard or Unleash' },
                    ...Object.entries(FOREIGN_SOURCES).map(([name, { label }]) => ({ value: name, label })),
                ]}
                value={value ?? HALYARD_FORMAT}
                onChange={(chosen) =>
                    onChange(isForeignSource(chosen ?? undefined) ? (chosen as ForeignSource) : undefined)
                }
            />
            <Text size="sm" c="dimmed">
                {value
                    ? FOREIGN_SOURCES[value].file
                    : 'An export of one environment. To move a whole Unleash with its tokens, run “halyard import unleash”.'}
            </Text>
        </Stack>
    );
}
