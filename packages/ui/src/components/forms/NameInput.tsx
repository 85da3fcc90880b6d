import { TextInput, type TextInputProps } from '@mantine/core';
import { use, useEffect, useRef, useState } from 'react';
import { NamingContext } from './naming.ts';

interface Props extends TextInputProps {
    /** The member of the request body. Errors of the service about this member are shown here, in addition to name conflicts. */
    member?: string;
}

/** A field whose value must be unique. It shows the name conflict until its value changes. */
export function NameInput({ member, error, ...props }: Props) {
    const { refused, claim } = use(NamingContext);
    const [sent, setSent] = useState<TextInputProps['value']>();
    const field = useRef<HTMLInputElement>(null);
    const refusal = refused?.member === undefined || refused.member === member ? refused : undefined;
    useEffect(() => claim(member), [claim, member]);
    // biome-ignore lint/correctness/useExhaustiveDependencies: compares with the submitted value, not with later ones
    useEffect(() => {
        setSent(refusal && props.value);
        if (refusal) field.current?.focus();
    }, [refusal]);
    const isRefused = refusal !== undefined && sent === props.value;
    return <TextInput ref={field} {...props} error={isRefused ? refusal.message : error} />;
}
