import { Select, SimpleGrid, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { isValueType, readDefault, VALUE_TYPES } from './value-types.ts';

interface Props {
    /** Empty if the flag has no value type. */
    valueType: string;
    codeDefault: string;
    onChange: (member: 'valueType' | 'codeDefault', value: string) => void;
    /** An error of the service, or a concurrent change. */
    typeError?: ReactNode;
    defaultError?: ReactNode;
}

/** The value type of a flag and its default in code. */
export function ValueFields({ valueType, codeDefault, onChange, typeError, defaultError }: Props) {
    const read = readDefault(valueType, codeDefault);
    return (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <Select
                label="Value type"
                description="Variants must match this type"
                placeholder="Any type"
                clearable
                data={Object.entries(VALUE_TYPES).map(([value, { label }]) => ({ value, label }))}
                value={valueType || null}
                onChange={(next) => onChange('valueType', next ?? '')}
                error={typeError}
            />
            <Textarea
                label="Fallback"
                description="Used by your code while no value is available"
                placeholder={isValueType(valueType) ? '' : 'Choose a type first'}
                disabled={!isValueType(valueType)}
                autosize
                minRows={1}
                maxRows={8}
                classNames={{ input: 'mono' }}
                spellCheck={false}
                value={isValueType(valueType) ? codeDefault : ''}
                onChange={(event) => onChange('codeDefault', event.currentTarget.value)}
                error={'problem' in read ? read.problem : defaultError}
            />
        </SimpleGrid>
    );
}
