import { Checkbox, Group, NumberInput, Select, SimpleGrid, Slider, TagsInput, Text, TextInput } from '@mantine/core';
import type { StrategyType } from '../../api/types.ts';
import { useUsableContextFields } from '../context-fields/context-field.queries.ts';

interface Props {
    type: StrategyType | undefined;
    name: string;
    projectId: string;
    flag: string | undefined;
    parameters: Record<string, string>;
    onChange: (parameters: Record<string, string>) => void;
}

/** The parameters of the strategy's type. */
export function ParametersEditor({ type, name, projectId, flag, parameters, onChange }: Props) {
    const change = (key: string, value: string) => onChange({ ...parameters, [key]: value });
    if (name === 'flexibleRollout') {
        return <Rollout projectId={projectId} flag={flag} parameters={parameters} change={change} />;
    }
    if (!type?.parameters.length) {
        return (
            <Text size="sm" c="dimmed">
                {type?.description ?? 'This type takes no parameters.'}
            </Text>
        );
    }
    return type.parameters.map((parameter) => {
        const common = {
            label: parameter.name,
            description: parameter.description,
            withAsterisk: parameter.required ?? false,
        };
        const value = parameters[parameter.name] ?? '';
        switch (parameter.type) {
            case 'percentage':
                return (
                    <Percentage
                        key={parameter.name}
                        label={parameter.name}
                        value={Number(value) || 0}
                        onChange={(percentage) => change(parameter.name, String(percentage))}
                    />
                );
            case 'list':
                return (
                    <TagsInput
                        key={parameter.name}
                        {...common}
                        splitChars={[',', '\n']}
                        acceptValueOnBlur
                        value={value
                            .split(',')
                            .map((item) => item.trim())
                            .filter(Boolean)}
                        onChange={(items) => change(parameter.name, items.join(','))}
                    />
                );
            case 'boolean':
                return (
                    <Checkbox
                        key={parameter.name}
                        size="xs"
                        {...common}
                        checked={value === 'true'}
                        onChange={(event) => change(parameter.name, String(event.currentTarget.checked))}
                    />
                );
            case 'number':
                return (
                    <NumberInput
                        key={parameter.name}
                        {...common}
                        value={value}
                        onChange={(number) => change(parameter.name, String(number))}
                    />
                );
            default:
                return (
                    <TextInput
                        key={parameter.name}
                        {...common}
                        value={value}
                        onChange={(event) => change(parameter.name, event.currentTarget.value)}
                    />
                );
        }
    });
}

interface RolloutProps {
    projectId: string;
    flag: string | undefined;
    parameters: Record<string, string>;
    change: (key: string, value: string) => void;
}

function Rollout({ projectId, flag, parameters, change }: RolloutProps) {
    const { data: fields = [] } = useUsableContextFields(projectId);
    const sticky = fields.filter(({ stickiness }) => stickiness).map(({ name }) => name);
    const choices = [
        ...new Set(['default', 'userId', 'sessionId', 'random', ...sticky, parameters['stickiness'] ?? 'default']),
    ];
    return (
        <>
            <Percentage
                label="Percentage of users"
                value={Number(parameters['rollout'] ?? 100)}
                onChange={(value) => change('rollout', String(value))}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
                <Select
                    label="Stickiness"
                    description="Keeps each user in the same bucket"
                    data={choices.map((value) => ({ value, label: STICKINESS[value] ?? value }))}
                    value={parameters['stickiness'] ?? 'default'}
                    onChange={(value) => value && change('stickiness', value)}
                />
                <TextInput
                    label="Group"
                    description="Strategies with the same group ID pick the same users"
                    placeholder={flag === undefined ? 'The name of the flag' : ''}
                    value={parameters['groupId'] ?? flag ?? ''}
                    onChange={(event) => change('groupId', event.currentTarget.value)}
                    spellCheck={false}
                />
            </SimpleGrid>
        </>
    );
}

const STICKINESS: Record<string, string> = {
    default: 'userId, then sessionId, then random',
    random: 'random each time',
};

const MARKS = [0, 25, 50, 75, 100].map((value) => ({ value, label: `${value}%` }));

function Percentage({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
    return (
        <div>
            <Text size="sm" fw={500} mb={4}>
                {label}
            </Text>
            <Group gap="lg" wrap="nowrap" align="flex-start">
                <Slider
                    style={{ flex: 1 }}
                    mb={22}
                    mt={8}
                    min={0}
                    max={100}
                    marks={MARKS}
                    value={value}
                    onChange={onChange}
                    label={null}
                    thumbLabel={label}
                />
                <NumberInput
                    aria-label={label}
                    w={86}
                    min={0}
                    max={100}
                    clampBehavior="strict"
                    allowDecimal={false}
                    suffix="%"
                    value={value}
                    onChange={(next) => onChange(Number(next) || 0)}
                />
            </Group>
        </div>
    );
}
