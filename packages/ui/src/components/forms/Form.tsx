import type { ReactNode } from 'react';

/** A form element. Its fields show all problems themselves. */
export function Form({ form, children }: { form: { submit: () => void }; children: ReactNode }) {
    return (
        <form
            noValidate
            onSubmit={(event) => {
                event.preventDefault();
                form.submit();
            }}
        >
            {children}
        </form>
    );
}
