import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../../api/types.ts';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { QueryContent } from '../../components/layout/States.tsx';
import { RowActions } from '../../components/lists/RowActions.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { useFlagTypes } from '../flags/flag.queries.ts';
import { FlagTypeMark } from '../flags/table/FlagTypeMark.tsx';
import { TypeSection } from './TypeSection.tsx';
import { useSetLifetime } from './type.queries.ts';

type FlagType = Schemas['featureType'];

export function FlagTypes() {
    const types = useFlagTypes();
    const [edited, setEdited] = useState<FlagType>();
    return (
        <TypeSection
            title="Flag types"
            about="A flag older than its type's lifetime counts as stale, which lowers the health of its project."
        >
            <QueryContent query={types}>
                {(list) => (
                    <Table
                        label="Flag types"
                        rows={list}
                        rowKey={({ id }) => id}
                        columns={[
                            {
                                title: 'Type',
                                isMain: true,
                                width: 170,
                                cell: ({ id }) => <FlagTypeMark type={id} withName />,
                            },
                            { title: 'Purpose', cell: ({ description }) => description },
                            {
                                title: 'Lifetime',
                                width: 120,
                                cell: ({ lifetimeDays }) => (lifetimeDays ? `${lifetimeDays} days` : 'permanent'),
                            },
                        ]}
                        actions={(type) => (
                            <RowActions
                                name={`lifetime of ${type.id}`}
                                edit={{ needs: 'ADMIN', action: () => setEdited(type) }}
                            />
                        )}
                        actionsWidth={50}
                    />
                )}
            </QueryContent>
            {edited && <LifetimeDialog type={edited} onClose={() => setEdited(undefined)} />}
        </TypeSection>
    );
}

function LifetimeDialog({ type, onClose }: { type: FlagType; onClose: () => void }) {
    const save = useSetLifetime();
    const [days, setDays] = useState<number | string>(type.lifetimeDays ?? '');
    return (
        <FormDialog
            title={`Lifetime of ${type.id} flags`}
            opened
            onClose={onClose}
            submit="Save"
            isBusy={save.isPending}
            error={save.error}
            onSubmit={() => save.mutate({ id: type.id, lifetimeDays: Number(days) || null }, { onSuccess: onClose })}
        >
            <NumberInput
                label="Days"
                description="Leave empty for permanent"
                min={0}
                allowDecimal={false}
                value={days}
                onChange={setDays}
                data-autofocus
            />
        </FormDialog>
    );
}
