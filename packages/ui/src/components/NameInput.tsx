import { TextInput, type TextInputProps } from '@mantine/core';
import { createContext, use, useEffect, useRef, useState } from 'react';

interface Naming {
    /** What the service said of a name that is taken: the same for as long as it is about the same attempt. */
    taken: { message: string } | undefined;
    /** Called by the field that says it, so that nothing else has to; answers how to end that. */
    claim: () => () => void;
}

export const NamingContext = createContext<Naming>({ taken: undefined, claim: () => () => undefined });

/** The field of a form in which the name stands that must not be taken: that it is, is said here, until it is changed. */
export function NameInput({ error, ...props }: TextInputProps) {
    const { taken, claim } = use(NamingContext);
    const [refused, setRefused] = useState<TextInputProps['value']>();
    const field = useRef<HTMLInputElement>(null);
    useEffect(claim, [claim]);
    // biome-ignore lint/correctness/useExhaustiveDependencies: the name that was sent, not what it becomes later
    useEffect(() => {
        setRefused(taken && props.value);
        if (taken) field.current?.focus();
    }, [taken]);
    const isRefused = taken !== undefined && refused === props.value;
    return <TextInput ref={field} {...props} error={isRefused ? taken.message : error} />;
}
