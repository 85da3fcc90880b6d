import { Button, Group, Select, Skeleton, Text, Textarea } from '@mantine/core';
import { Suspense, useId } from 'react';
import type { StrategyVariant } from '../../api/types.ts';
import { jsonProblem } from '../../components/forms/json-problem.ts';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { payloadProblem, type ValueType } from '../flags/dialogs/value-types.ts';
import classes from './VariantsEditor.module.css';

const JsonEditor = lazyComponent(() => import('../../components/forms/JsonEditor.tsx'), 'JsonEditor');

type Payload = NonNullable<StrategyVariant['payload']>;

const TYPES = [
    { value: 'none', label: 'No payload' },
    { value: 'string', label: 'Text' },
    { value: 'json', label: 'JSON' },
    { value: 'number', label: 'Number' },
    { value: 'csv', label: 'CSV' },
];

interface Props {
    variant: StrategyVariant;
    /** Whether missing values are reported as errors. */
    showsGaps: boolean;
    /** The value type of the flag, if it has one. */
    valueType: ValueType | undefined;
    onChange: (payload: Payload | undefined) => void;
}

export function PayloadEditor({ variant, showsGaps, valueType, onChange }: Props) {
    const { name, payload } = variant;
    const unfit = valueType && !hasPayloadGap(variant) ? payloadProblem(valueType, payload) : undefined;
    const label = `Payload of ${name}`;
    return (
        <div>
            <div className={classes['payload']}>
                <Select
                    aria-label={`Payload type of ${name}`}
                    w={130}
                    size="xs"
                    data={TYPES}
                    value={payload?.type ?? 'none'}
                    onChange={(type) =>
                        onChange(
                            !type || type === 'none'
                                ? undefined
                                : // The select offers only existing types.
                                  { type: type as Payload['type'], value: payload?.value ?? '' },
                        )
                    }
                />
                {payload?.type === 'json' && (
                    <JsonPayload
                        label={label}
                        value={payload.value}
                        showsGaps={showsGaps}
                        onChange={(value) => onChange({ ...payload, value })}
                    />
                )}
                {payload && payload.type !== 'json' && (
                    <Textarea
                        aria-label={label}
                        size="xs"
                        autosize
                        minRows={1}
                        maxRows={12}
                        style={{ flex: 1 }}
                        classNames={{ input: 'mono' }}
                        spellCheck={false}
                        value={payload.value}
                        placeholder="Value"
                        onChange={(event) => onChange({ ...payload, value: event.currentTarget.value })}
                    />
                )}
            </div>
            {unfit && (
                <Text size="xs" mt={4} c="var(--mantine-color-error)" role="alert">
                    {unfit}
                </Text>
            )}
        </div>
    );
}

interface JsonProps {
    label: string;
    value: string;
    showsGaps: boolean;
    onChange: (value: string) => void;
}

function JsonPayload({ label, value, showsGaps, onChange }: JsonProps) {
    const id = useId();
    const { formatted, problem } = read(value);
    // An untouched field shows no error until it is saved.
    const isShown = problem !== undefined && (value.trim() !== '' || showsGaps);
    return (
        <div className={classes['json']}>
            <Suspense fallback={<Skeleton height={80} radius="sm" aria-busy="true" />}>
                <JsonEditor label={label} describedBy={id} value={value} onChange={onChange} />
            </Suspense>
            <Group justify="space-between" gap={8} mt={4} wrap="nowrap" align="flex-start">
                <Text id={id} size="xs" c={isShown ? 'var(--mantine-color-error)' : 'dimmed'} aria-live="polite">
                    {isShown ? problem : 'JSON, sent to applications as it is here.'}
                </Text>
                <Button
                    size="compact-xs"
                    variant="default"
                    disabled={formatted === undefined || formatted === value}
                    onClick={() => formatted !== undefined && onChange(formatted)}
                >
                    Format
                </Button>
            </Group>
        </div>
    );
}

function read(text: string): { formatted?: string; problem?: string } {
    const problem = jsonProblem(text);
    return problem === undefined ? { formatted: JSON.stringify(JSON.parse(text), null, 2) } : { problem };
}

/** Whether the payload of a variant does not match its type. The service would reject it. */
export const hasPayloadGap = ({ payload }: StrategyVariant): boolean =>
    payload?.type === 'json' && jsonProblem(payload.value) !== undefined;
