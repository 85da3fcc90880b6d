import { TextInput, type TextInputProps } from '@mantine/core';
import { use, useEffect, useRef, useState } from 'react';
import { NamingContext } from './naming.ts';

interface Props extends TextInputProps {
    /** As what it is sent: what the service has against this, apart from that there is one of this name, is said here, too. */
    member?: string;
}

/** The field of a form in which something stands that must not be taken: that it is, is said here, until it is changed. */
export function NameInput({ member, error, ...props }: Props) {
    const { refused, claim } = use(NamingContext);
    const [sent, setSent] = useState<TextInputProps['value']>();
    const field = useRef<HTMLInputElement>(null);
    const said = refused?.member === undefined || refused.member === member ? refused : undefined;
    useEffect(() => claim(member), [claim, member]);
    // biome-ignore lint/correctness/useExhaustiveDependencies: what was sent, not what it becomes later
    useEffect(() => {
        setSent(said && props.value);
        if (said) field.current?.focus();
    }, [said]);
    const isRefused = said !== undefined && sent === props.value;
    return <TextInput ref={field} {...props} error={isRefused ? said.message : error} />;
}
