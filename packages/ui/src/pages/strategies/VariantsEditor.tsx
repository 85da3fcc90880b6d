import { distributeWeights } from '@halyard/engine';
import { ActionIcon, Button, Group, NumberInput, Switch, Text, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { StrategyVariant } from '../../api/types.ts';
import { chartColour } from '../../components/charts/colours.ts';
import { VALUE_TYPES, type ValueType } from '../flags/dialogs/value-types.ts';
import { PayloadEditor } from './PayloadEditor.tsx';
import classes from './VariantsEditor.module.css';
import { WeightBar } from './WeightBar.tsx';

interface Props {
    variants: StrategyVariant[];
    onChange: (variants: StrategyVariant[]) => void;
    stickiness: string;
    showsGaps: boolean;
    /** The value type of the flag, if it has one. */
    valueType: ValueType | undefined;
}

/** Returns the weights as the service will compute them; unchanged if the weights are invalid. */
function balanced(variants: StrategyVariant[]): StrategyVariant[] {
    const indexed = variants.map((variant, index) => ({ ...variant, place: index }));
    const spread = distributeWeights(indexed);
    if (!spread) return variants;
    return spread.sort((a, b) => a.place - b.place).map(({ place: _place, ...variant }) => variant);
}

export function VariantsEditor({ variants, onChange, stickiness, showsGaps, valueType }: Props) {
    const payload = valueType && VALUE_TYPES[valueType].payload;
    const fresh = { weight: 0, weightType: 'variable' as const, stickiness, ...(payload && { payload }) };
    const update = (next: StrategyVariant[]) => onChange(balanced(next));
    const change = (index: number, changes: Partial<StrategyVariant>) => {
        const before = variants[index];
        if (before) update(variants.with(index, { ...before, ...changes }));
    };
    const add = () =>
        update([
            ...variants,
            { name: freeName(variants), ...fresh },
            // A single variant would not be a choice, so the first click adds two.
            ...(variants.length === 0 ? [{ name: 'treatment', ...fresh }] : []),
        ]);
    const fixed = variants
        .filter(({ weightType }) => weightType === 'fix')
        .reduce((sum, { weight }) => sum + weight, 0);
    return (
        <div>
            {variants.length > 0 && (
                <>
                    <WeightBar variants={variants} height={10} />
                    <div className={classes['list']}>
                        {variants.map((variant, index) => (
                            // Names change while typing; the list only grows and shrinks at the end or by removal.
                            // biome-ignore lint/suspicious/noArrayIndexKey: see above
                            <div key={index} className={classes['variant']}>
                                <Group gap={8} wrap="nowrap" align="center">
                                    <span className={classes['dot']} style={{ background: chartColour(index) }} />
                                    <TextInput
                                        aria-label={`Name of variant ${index + 1}`}
                                        value={variant.name}
                                        onChange={(event) => change(index, { name: event.currentTarget.value })}
                                        style={{ flex: 1 }}
                                        spellCheck={false}
                                    />
                                    <NumberInput
                                        aria-label={`Percentage of variant ${index + 1}`}
                                        w={92}
                                        min={0}
                                        max={100}
                                        decimalScale={1}
                                        suffix="%"
                                        value={variant.weight / 10}
                                        disabled={variant.weightType !== 'fix'}
                                        onChange={(value) =>
                                            change(index, { weight: Math.round(Number(value) * 10) || 0 })
                                        }
                                    />
                                    <Tooltip label="Fixed keeps this percentage; the others share the rest equally">
                                        <Switch
                                            size="xs"
                                            label="fixed"
                                            checked={variant.weightType === 'fix'}
                                            onChange={(event) =>
                                                change(index, {
                                                    weightType: event.currentTarget.checked ? 'fix' : 'variable',
                                                })
                                            }
                                        />
                                    </Tooltip>
                                    <ActionIcon
                                        aria-label={`Remove variant ${variant.name}`}
                                        onClick={() => update(variants.toSpliced(index, 1))}
                                    >
                                        <IconTrash size={16} />
                                    </ActionIcon>
                                </Group>
                                <PayloadEditor
                                    variant={variant}
                                    showsGaps={showsGaps}
                                    valueType={valueType}
                                    onChange={(next) => change(index, { payload: next })}
                                />
                            </div>
                        ))}
                    </div>
                    {fixed > 1000 && (
                        <Text size="xs" c="var(--mantine-color-error)" role="alert">
                            The fixed percentages add up to more than 100 %.
                        </Text>
                    )}
                    {variants.length > 0 && variants.every(({ weightType }) => weightType === 'fix') && (
                        <Text size="xs" c="var(--mantine-color-error)" role="alert">
                            At least one variant must not be fixed, to take what the others leave.
                        </Text>
                    )}
                </>
            )}
            <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={add}>
                {variants.length === 0 ? 'Add variants' : 'Add variant'}
            </Button>
        </div>
    );
}

function freeName(variants: StrategyVariant[]): string {
    if (variants.length === 0) return 'control';
    let number = variants.length + 1;
    while (variants.some(({ name }) => name === `variant-${number}`)) number += 1;
    return `variant-${number}`;
}
