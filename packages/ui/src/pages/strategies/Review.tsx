import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../components/FormDialog.tsx';

export interface Reviewed {
    title: string;
    /** What it means, in a sentence. */
    about: string;
    verb: string;
    difference: ReactNode;
    run: () => void;
}

/** Shows what a change would make different, and does it only when told to. */
export function useReview() {
    const [asked, setAsked] = useState<Reviewed>();
    const close = () => setAsked(undefined);
    const dialog = asked && (
        <FormDialog
            title={asked.title}
            size="lg"
            opened
            onClose={close}
            submit={asked.verb}
            onSubmit={() => {
                close();
                asked.run();
            }}
        >
            <Text size="sm" c="dimmed">
                {asked.about}
            </Text>
            {asked.difference}
        </FormDialog>
    );
    return {
        ask: setAsked,
        /** Does it at once, unless people in production would notice. */
        change: (environmentType: string, wanted: Reviewed) =>
            environmentType === 'production' ? setAsked(wanted) : wanted.run(),
        dialog,
    };
}
