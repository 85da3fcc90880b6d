import { NumberInput } from '@mantine/core';
import type { Schemas } from '../../api/types.ts';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { useForm } from '../../components/forms/use-form.ts';
import { Catalogue } from '../../components/lists/Catalogue.tsx';
import { useFlagTypes } from '../flags/flag.queries.ts';
import { FlagTypeMark } from '../flags/table/FlagTypeMark.tsx';
import { TypeSection } from './TypeSection.tsx';
import { useSetLifetime } from './type.queries.ts';

type FlagType = Schemas['featureType'];

export function FlagTypes() {
    return (
        <Catalogue
            noun="flag type"
            label="Flag types"
            query={useFlagTypes()}
            rowKey={({ id }) => id}
            nameOf={({ id }) => `lifetime of ${id}`}
            columns={[
                { title: 'Type', isMain: true, width: 170, cell: ({ id }) => <FlagTypeMark type={id} withName /> },
                { title: 'Purpose', cell: ({ description }) => description },
                {
                    title: 'Lifetime',
                    width: 120,
                    cell: ({ lifetimeDays }) => (lifetimeDays ? `${lifetimeDays} days` : 'permanent'),
                },
            ]}
            edit="ADMIN"
            actionsWidth={50}
            dialog={(type, onClose) => type && <LifetimeDialog type={type} onClose={onClose} />}
        >
            {(table) => (
                <TypeSection
                    title="Flag types"
                    about="A flag older than its type's lifetime counts as stale, which lowers the health of its project."
                >
                    {table}
                </TypeSection>
            )}
        </Catalogue>
    );
}

function LifetimeDialog({ type, onClose }: { type: FlagType; onClose: () => void }) {
    const form = useForm({
        values: { days: type.lifetimeDays ?? ('' as number | string) },
        change: useSetLifetime(),
        input: ({ days }) => ({ id: type.id, lifetimeDays: Number(days) || null }),
        onSaved: onClose,
    });
    return (
        <FormDialog {...form.dialog} title={`Lifetime of ${type.id} flags`} onClose={onClose} submit="Save">
            <NumberInput
                label="Days"
                description="Leave empty for permanent"
                min={0}
                allowDecimal={false}
                data-autofocus
                {...form.field('days')}
            />
        </FormDialog>
    );
}
