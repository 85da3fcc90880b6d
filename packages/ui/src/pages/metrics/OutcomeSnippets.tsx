import { Select, Text } from '@mantine/core';
import { useState } from 'react';
import { Copyable } from '../../components/forms/Secret.tsx';
import { useUiConfig } from '../session/session.queries.ts';
import classes from '../welcome/Connect.module.css';
import { SNIPPETS, type SnippetName } from '../welcome/snippets.ts';
import { OUTCOME_LINES } from './outcome-lines.ts';

interface Line {
    name: string;
    value?: number;
    /** When an application sends it. */
    about: string;
}

/** The code that sends outcomes, in the language of the reader. */
export function OutcomeSnippets({ lines }: { lines: readonly Line[] }) {
    const { data: config } = useUiConfig();
    const [sdk, setSdk] = useState<SnippetName>('node');
    const isBackend = SNIPPETS[sdk].kind === 'backend';
    const target = {
        url: `${config?.serviceUrl ?? location.origin}/api/${isBackend ? 'client' : 'frontend'}/outcomes`,
        token: isBackend ? '<a client token>' : '<a frontend token>',
    };
    return (
        <>
            <Select
                label="Language"
                w={260}
                allowDeselect={false}
                searchable
                data={Object.entries(SNIPPETS).map(([value, { label }]) => ({ value, label }))}
                value={sdk}
                // The options are the names of the snippets.
                onChange={(value) => value && setSdk(value as SnippetName)}
            />
            {lines.map(({ about, ...line }, index) => (
                <div key={line.name}>
                    <Text size="sm" mb={4}>
                        {about}
                    </Text>
                    <div className={classes['code']}>
                        <Copyable
                            text={OUTCOME_LINES[sdk]({ ...target, ...line })}
                            label={`Copy the line for ${index === 0 ? line.name : `outcome ${line.name}`}`}
                        />
                    </div>
                </div>
            ))}
        </>
    );
}
