import { ActionIcon, Button, Select, Text, Tooltip } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useState } from 'react';
import { MomentInput } from '../../components/forms/MomentInput.tsx';
import { useProjects } from '../projects/project.queries.ts';
import classes from './Compare.module.css';
import type { CompareSearch } from './compare-search.ts';

interface Props {
    start: CompareSearch & { project: string };
    environments: readonly string[];
    onCompare: (search: CompareSearch) => void;
}

/** The two sides of a comparison. Two environments are compared as of now; one environment at two moments. */
export function CompareForm({ start, environments, onCompare }: Props) {
    const { data: projects = [] } = useProjects();
    const [search, setSearch] = useState<CompareSearch>(start);
    const { project, environment, source, feature, from, to } = search;
    const isAcross = source !== undefined;
    const isWhole = Boolean(project && (isAcross || (from && to !== '')));
    const change = (changes: CompareSearch) => setSearch({ ...search, ...changes });
    /** Two environments are compared at once; moments are typed. */
    const select = (changes: CompareSearch) => {
        const next = { ...search, ...changes };
        if (next.source === undefined) setSearch(next);
        else onCompare({ ...next, from: undefined, to: undefined });
    };
    return (
        <form
            className={classes['form']}
            onSubmit={(event) => {
                event.preventDefault();
                onCompare(search);
            }}
        >
            <Select
                label="Project"
                searchable
                selectFirstOptionOnChange
                data={projects.map(({ id, name }) => ({ value: id, label: name }))}
                value={project ?? null}
                // Another project has other environments and flags.
                onChange={(value) =>
                    value &&
                    select({
                        project: value,
                        feature: undefined,
                        ...(isAcross && { source: '', environment: undefined }),
                    })
                }
            />
            {feature !== undefined && (
                <Select
                    label="Flag"
                    clearable
                    data={[feature]}
                    value={feature}
                    onChange={(value) => select({ feature: value ?? undefined })}
                />
            )}
            <Select
                label="From environment"
                data={[
                    { value: '', label: 'The same' },
                    ...environments
                        .filter((name) => name !== environment)
                        .map((name) => ({ value: name, label: name })),
                ]}
                allowDeselect={false}
                value={source ?? ''}
                onChange={(value) => select({ source: value || undefined, ...(!value && { feature: undefined }) })}
            />
            {isAcross && (
                <Tooltip label="Swap">
                    <ActionIcon
                        size={32}
                        variant="default"
                        className={classes['submit'] ?? ''}
                        aria-label="Swap"
                        onClick={() => select({ source: environment, environment: source })}
                    >
                        <IconArrowsExchange size={16} />
                    </ActionIcon>
                </Tooltip>
            )}
            <Select
                label={isAcross ? 'To environment' : 'Environment'}
                placeholder="All environments"
                clearable={!isAcross}
                data={environments.filter((name) => name !== source)}
                value={environment ?? null}
                onChange={(value) => (value || !isAcross) && select({ environment: value ?? undefined })}
            />
            {isAcross ? (
                <Text size="sm" c="dimmed" className={classes['submit'] ?? ''}>
                    Both as of now.
                </Text>
            ) : (
                <>
                    <MomentInput label="From" start={from} onChange={(next) => change({ from: next })} />
                    <MomentInput label="To" start={to} onChange={(next) => change({ to: next })} />
                    <Button type="submit" disabled={!isWhole} className={classes['submit'] ?? ''}>
                        Compare
                    </Button>
                </>
            )}
        </form>
    );
}
