import { Button, FileButton, Group, Text, Textarea } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { formatNumber } from '../../components/text/numbers.ts';

interface Props {
    /** The accepted formats. */
    kind: 'JSON' | 'JSON or YAML';
    value: string;
    onChange: (text: string) => void;
}

/** The maximum length of displayed text. Longer text makes typing slow. */
const MAX_SHOWN = 200_000;

/** An input for a file or its content. */
export function DocumentField({ kind, value, onChange }: Props) {
    const isLong = value.length > MAX_SHOWN;
    return (
        <div>
            <Group justify="space-between" align="flex-end" mb={6}>
                <Text size="sm" fw={500}>
                    File
                </Text>
                <FileButton
                    accept={
                        kind === 'JSON'
                            ? 'application/json,.json'
                            : 'application/json,application/yaml,.json,.yaml,.yml'
                    }
                    onChange={(file) => void file?.text().then(onChange)}
                >
                    {(props) => (
                        <Button size="xs" variant="default" leftSection={<IconFileUpload size={14} />} {...props}>
                            Choose a file
                        </Button>
                    )}
                </FileButton>
            </Group>
            {isLong ? (
                <Group justify="space-between">
                    <Text size="sm">A file of {formatNumber(Math.round(value.length / 100_000) / 10)} MB.</Text>
                    <Button size="compact-xs" variant="default" onClick={() => onChange('')}>
                        Remove
                    </Button>
                </Group>
            ) : (
                <Textarea
                    aria-label={`What to import, as ${kind}`}
                    placeholder="Choose a file, or paste its content here"
                    autosize
                    minRows={6}
                    maxRows={16}
                    classNames={{ input: 'mono' }}
                    spellCheck={false}
                    value={value}
                    onChange={(event) => onChange(event.currentTarget.value)}
                />
            )}
        </div>
    );
}
