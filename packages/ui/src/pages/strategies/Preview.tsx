import { compileFlags, explain } from '@halyard/engine';
import { Badge, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Segment } from '../../api/types.ts';
import { formatNumber } from '../../components/text/numbers.ts';
import { flatContext } from '../context-fields/context.ts';
import { PersonaSelect } from '../personas/PersonaSelect.tsx';
import { constraintGap } from './constraint-gap.ts';
import type { Draft } from './draft.ts';
import classes from './Preview.module.css';

interface Props {
    projectId: string;
    flag: string;
    draft: Draft;
    segments: readonly Segment[];
}

const SAMPLE = 1000;

/** Previews the draft with the same engine that SDKs use. */
export function Preview({ projectId, flag, draft, segments }: Props) {
    const [context, setContext] = useState<Record<string, string>>({});
    const set = useMemo(() => {
        const constraints = draft.constraints.filter((constraint) => constraintGap(constraint) === undefined);
        const strategy = { ...draft, disabled: false, constraints };
        return compileFlags(
            { features: [{ name: flag, enabled: true, strategies: [strategy] }], segments: [...segments] },
            { now: Date.now, random: Math.random },
        );
    }, [flag, draft, segments]);
    const fields = useMemo(() => fieldsOf(draft, segments), [draft, segments]);
    const answer = explain(set, flag, { ...context, properties: context });
    const trace = answer.strategies[0];
    const hasContext = Object.values(context).some(Boolean);
    const inside = useMemo(() => {
        if (!trace?.rollout) return undefined;
        const sticky = stickinessOf(draft);
        let count = 0;
        for (let index = 0; index < SAMPLE; index += 1) {
            const id = `user-${index}`;
            const someone = { ...context, userId: id, sessionId: id, ...(sticky && { [sticky]: id }) };
            const rollout = explain(set, flag, { ...someone, properties: someone }).strategies[0]?.rollout;
            if (rollout && rollout.bucket !== null && rollout.bucket <= rollout.threshold) count += 1;
        }
        return count;
    }, [set, flag, context, draft, trace?.rollout]);

    return (
        <div className={classes['preview']}>
            <Text size="xs" c="dimmed" mb={8}>
                Enter a context to preview the result.
                {inside !== undefined &&
                    ` Of ${formatNumber(SAMPLE)} synthetic users, ${formatNumber(inside)} are within the percentage.`}
            </Text>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={8}>
                <PersonaSelect
                    size="xs"
                    projects={projectId ? [projectId] : []}
                    onChoose={(persona) => setContext(flatContext(persona.context))}
                />
                {fields.map((field) => (
                    <TextInput
                        key={field}
                        size="xs"
                        label={field}
                        value={context[field] ?? ''}
                        onChange={(event) => {
                            const { value } = event.currentTarget;
                            setContext((before) => ({ ...before, [field]: value }));
                        }}
                        spellCheck={false}
                    />
                ))}
            </SimpleGrid>
            {hasContext && trace && (
                <div className={classes['answer']} aria-live="polite">
                    <Badge color={answer.enabled ? 'green' : 'red'} variant="light">
                        {answer.enabled ? 'On' : 'Off'}
                    </Badge>
                    <Text size="sm" component="span">
                        {trace.reason}
                        {answer.enabled && answer.variant.enabled && (
                            <>
                                {' '}
                                · variant <code>{answer.variant.name}</code>
                            </>
                        )}
                    </Text>
                </div>
            )}
        </div>
    );
}

function fieldsOf(draft: Draft, segments: readonly Segment[]): string[] {
    const used = [
        ...draft.constraints.map(({ contextName }) => contextName),
        ...segments
            .filter(({ id }) => draft.segments.includes(id))
            .flatMap(({ constraints }) => constraints.map(({ contextName }) => contextName)),
    ];
    return [...new Set(['userId', stickinessOf(draft) ?? '', ...used].filter(Boolean))];
}

/** The stickiness field of the strategy, if specified. */
function stickinessOf({ parameters: { stickiness } }: Draft): string | undefined {
    return stickiness === 'default' || stickiness === 'random' ? undefined : stickiness;
}
