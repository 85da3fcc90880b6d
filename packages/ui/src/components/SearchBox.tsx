import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
    value: string | undefined;
    onSearch: (text: string | undefined) => void;
}

/** Words that are kept in the address: they go there shortly after they were typed, and follow it when it changes. */
export function SearchBox({ value = '', onSearch, ...rest }: Props) {
    const [text, setText] = useState(value);
    const sent = useRef(value);
    const send = useDebouncedCallback((typed: string) => {
        sent.current = typed;
        onSearch(typed || undefined);
    }, 150);
    useEffect(() => {
        // What comes back of one's own may be older than what was typed since.
        if (value === sent.current) return;
        sent.current = value;
        setText(value);
    }, [value]);
    return (
        <TextInput
            leftSection={<IconSearch size={15} />}
            {...rest}
            value={text}
            onChange={({ currentTarget }) => {
                setText(currentTarget.value);
                send(currentTarget.value);
            }}
        />
    );
}
