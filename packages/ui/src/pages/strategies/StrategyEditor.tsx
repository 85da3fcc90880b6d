import { Alert, Button, Checkbox, Drawer, Group, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { messageOf } from '../../api/client.ts';
import type { Strategy } from '../../api/types.ts';
import { Diff } from '../../components/Diff.tsx';
import { EnvironmentMark } from '../../components/SignalFlag.tsx';
import { useSegments } from '../segments/segment.queries.ts';
import { ConstraintList } from './ConstraintList.tsx';
import { type Draft, draftOf, newDraft, toBody } from './draft.ts';
import { STRATEGY_NAMES } from './names.ts';
import { constraintGap } from './operators.ts';
import { ParametersEditor } from './ParametersEditor.tsx';
import { StrategySentence } from './Sentence.tsx';
import classes from './StrategyEditor.module.css';
import { type FlagEnvironmentAt, useSaveStrategy, useStrategyTypes } from './strategy.queries.ts';
import { VariantsEditor } from './VariantsEditor.tsx';

const Preview = lazy(() => import('./Preview.tsx').then((module) => ({ default: module.Preview })));

interface Props {
    at: FlagEnvironmentAt;
    environmentType: string;
    /** Undefined adds one. */
    strategy: Strategy | undefined;
    defaultStickiness: string;
    onClose: () => void;
}

export function StrategyEditor({ at, environmentType, strategy, defaultStickiness, onClose }: Props) {
    const [start] = useState<Draft>(() => (strategy ? draftOf(strategy) : newDraft(at.featureName, defaultStickiness)));
    const [draft, setDraft] = useState<Draft>(start);
    const [isReviewing, setIsReviewing] = useState(false);
    const [showsGaps, setShowsGaps] = useState(false);
    const save = useSaveStrategy(at);
    const types = useStrategyTypes();
    const { data: segments = [] } = useSegments();
    const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
    const usable = segments.filter(({ project }) => !project || project === at.projectId);
    const hasGaps = draft.constraints.some((constraint) => constraintGap(constraint) !== undefined);
    const isProduction = environmentType === 'production';

    function submit() {
        if (hasGaps) {
            setShowsGaps(true);
            return;
        }
        if (isProduction && !isReviewing) {
            setIsReviewing(true);
            return;
        }
        save.mutate(
            { strategyId: strategy?.id, body: toBody(draft) },
            { onSuccess: onClose, onError: () => setIsReviewing(false) },
        );
    }

    return (
        <Drawer
            opened
            onClose={onClose}
            size={680}
            title={
                <Group gap={9}>
                    <EnvironmentMark type={environmentType} width={16} />
                    {strategy ? 'Edit strategy' : 'Add strategy'} in {at.environment}
                </Group>
            }
            classNames={{ body: classes['body'] ?? '', content: classes['content'] ?? '' }}
            closeButtonProps={{ 'aria-label': 'Close' }}
        >
            <form
                className={classes['form']}
                noValidate
                onSubmit={(event) => {
                    event.preventDefault();
                    submit();
                }}
            >
                <div className={classes['scroll']}>
                    <div className={classes['sentence']}>
                        <StrategySentence strategy={draft} segments={segments} />
                    </div>
                    {isReviewing ? (
                        <Section
                            title="Review"
                            about={`This changes who gets ${at.featureName} in a production environment.`}
                        >
                            <Diff before={strategy ? toBody(start) : {}} after={toBody(draft)} />
                        </Section>
                    ) : (
                        <>
                            <Section title="Rollout">
                                <Stack gap="sm">
                                    {!strategy && (
                                        <Select
                                            label="Strategy type"
                                            data={(types.data ?? [])
                                                .filter(({ deprecated }) => !deprecated)
                                                .map(({ name, title }) => ({
                                                    value: name,
                                                    label: STRATEGY_NAMES[name] ?? title ?? name,
                                                }))}
                                            value={draft.name}
                                            onChange={(name) => {
                                                if (name === 'flexibleRollout')
                                                    setDraft({
                                                        ...newDraft(at.featureName, defaultStickiness),
                                                        ...keepTargets(draft),
                                                    });
                                                else if (name) change({ name, parameters: {} });
                                            }}
                                        />
                                    )}
                                    <ParametersEditor
                                        type={types.data?.find(({ name }) => name === draft.name)}
                                        name={draft.name}
                                        flag={at.featureName}
                                        parameters={draft.parameters}
                                        onChange={(parameters) => change({ parameters })}
                                    />
                                </Stack>
                            </Section>
                            <Section title="Who it is for" about="All of these must hold. None: everyone.">
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
                                        showsGaps={showsGaps}
                                    />
                                </Stack>
                            </Section>
                            <Section
                                title="Variants"
                                about="Different answers for different users, always the same for each."
                            >
                                <VariantsEditor
                                    variants={draft.variants}
                                    onChange={(variants) => change({ variants })}
                                    stickiness={draft.parameters['stickiness'] ?? defaultStickiness}
                                />
                            </Section>
                            <Section title="Preview">
                                <Suspense fallback={<Text size="sm">Loading the engine…</Text>}>
                                    <Preview flag={at.featureName} draft={draft} segments={segments} />
                                </Suspense>
                            </Section>
                            <Section title="Details">
                                <Stack gap="sm">
                                    <TextInput
                                        label="Title"
                                        description="A name for this strategy, for people"
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
                    )}
                </div>
                <div className={classes['footer']}>
                    {save.isError && (
                        <Alert color="red" icon={<IconAlertTriangle size={16} />} role="alert" mb="xs">
                            {messageOf(save.error)}
                        </Alert>
                    )}
                    <Group justify="flex-end" gap="xs">
                        {isReviewing ? (
                            <Button variant="default" onClick={() => setIsReviewing(false)}>
                                Back
                            </Button>
                        ) : (
                            <Button variant="default" onClick={onClose}>
                                Cancel
                            </Button>
                        )}
                        <Button type="submit" loading={save.isPending}>
                            {isProduction && !isReviewing
                                ? 'Review'
                                : isReviewing
                                  ? `Save to ${at.environment}`
                                  : 'Save strategy'}
                        </Button>
                    </Group>
                </div>
            </form>
        </Drawer>
    );
}

const keepTargets = ({ constraints, segments, variants, title }: Draft) => ({ constraints, segments, variants, title });

function Section({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
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
