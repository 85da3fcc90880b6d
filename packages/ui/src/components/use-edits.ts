import { useState } from 'react';

/** A form over what others may change meanwhile: what is not touched here follows, and only what is touched is sent. */
export function useEdits<Values extends object>(live: Values) {
    const [edits, setEdits] = useState<Partial<Values>>({});
    const edited = Object.fromEntries(
        // The entries of edits are members of the values.
        Object.entries(edits).filter(([member, value]) => value !== live[member as keyof Values]),
    ) as Partial<Values>;
    return {
        values: { ...live, ...edits },
        edited,
        isEdited: Object.keys(edited).length > 0,
        edit: (changes: Partial<Values>) => setEdits((before) => ({ ...before, ...changes })),
        reset: () => setEdits({}),
    };
}
