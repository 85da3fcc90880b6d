import { Checkbox, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import type { Segment } from '../../api/types.ts';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { useFlag } from '../flags/flag.queries.ts';
import { ConstraintList } from './ConstraintList.tsx';
import { type Draft, newDraft } from './draft.ts';
import { strategyName } from './names.ts';
import { ParametersEditor } from './ParametersEditor.tsx';
import classes from './StrategyEditor.module.css';
import { useStrategyTypes } from './strategy.queries.ts';
import { VariantsEditor } from './VariantsEditor.tsx';

const Preview = lazyComponent(() => import('./Preview.tsx'), 'Preview');

interface Props {
    draft: Draft;
    onChange: (draft: Draft) => void;
    projectId: string;
    /** Undefined for default strategies of future flags. */
    flag: string | undefined;
    segments: readonly Segment[];
    defaultStickiness: string;
    canChooseType: boolean;
    showsGaps: boolean;
}

/** All fields of a strategy, from targeting to variants. */
export function StrategyFields(props: Props) {
    const { draft, onChange, projectId, flag, segments, defaultStickiness, canChooseType, showsGaps } = props;
    const types = useStrategyTypes();
    const valueType = useFlag({ projectId, featureName: flag ?? '' }, flag !== undefined).data?.valueType;
    const change = (changes: Partial<Draft>) => onChange({ ...draft, ...changes });
    const usable = segments.filter(({ project }) => !project || project === projectId);

    function chooseType(name: string | null) {
        const { constraints, segments: chosen, variants, title } = draft;
        if (name === 'flexibleRollout') {
            onChange({ ...newDraft(flag, defaultStickiness), constraints, segments: chosen, variants, title });
        } else if (name) change({ name, parameters: {} });
    }

    return (
        <>
            <Section title="Rollout">
                <Stack gap="sm">
                    {canChooseType && (
                        <Select
                            label="Strategy type"
                            data={(types.data ?? [])
                                .filter(({ deprecated }) => !deprecated)
                                .map(({ name, title }) => ({
                                    value: name,
                                    label: strategyName(name) ?? title ?? name,
                                }))}
                            value={draft.name}
                            onChange={chooseType}
                        />
                    )}
                    <ParametersEditor
                        type={types.data?.find(({ name }) => name === draft.name)}
                        name={draft.name}
                        projectId={projectId}
                        flag={flag}
                        parameters={draft.parameters}
                        onChange={(parameters) => change({ parameters })}
                    />
                </Stack>
            </Section>
            <Section title="Who it is for" about="Must match all of these. Leave empty to match everyone.">
                <Stack gap="sm">
                    {usable.length > 0 && (
                        <MultiSelect
                            label="Segments"
                            searchable
                            placeholder={draft.segments.length > 0 ? '' : 'Any'}
                            data={usable.map(({ id, name }) => ({ value: String(id), label: name }))}
                            value={draft.segments.map(String)}
                            onChange={(ids) => change({ segments: ids.map(Number) })}
                        />
                    )}
                    <ConstraintList
                        constraints={draft.constraints}
                        onChange={(constraints) => change({ constraints })}
                        projectId={projectId}
                        showsGaps={showsGaps}
                    />
                </Stack>
            </Section>
            <Section title="Variants" about="Different values for different users; each user always gets the same one.">
                <VariantsEditor
                    variants={draft.variants}
                    onChange={(variants) => change({ variants })}
                    stickiness={draft.parameters['stickiness'] ?? defaultStickiness}
                    showsGaps={showsGaps}
                    valueType={valueType ?? undefined}
                />
            </Section>
            <Section title="Preview">
                <Suspense fallback={<Text size="sm">Loading the engine…</Text>}>
                    <Preview projectId={projectId} flag={flag ?? 'a-new-flag'} draft={draft} segments={segments} />
                </Suspense>
            </Section>
            <Section title="Details">
                <Stack gap="sm">
                    <TextInput
                        label="Title"
                        description="Optional display name"
                        value={draft.title}
                        onChange={(event) => change({ title: event.currentTarget.value })}
                    />
                    <Checkbox
                        size="xs"
                        label="Disabled"
                        description="Kept here, but not evaluated and not sent to SDKs"
                        checked={draft.disabled}
                        onChange={(event) => change({ disabled: event.currentTarget.checked })}
                    />
                </Stack>
            </Section>
        </>
    );
}

export function Section({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
    return (
        <section className={classes['section']}>
            <h3>
                {title}
                {about && <span>{about}</span>}
            </h3>
            {children}
        </section>
    );
}
