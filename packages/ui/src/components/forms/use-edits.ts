import { useState } from 'react';

type Edits<Values> = { [Member in keyof Values]?: { from: Values[Member]; to: Values[Member] } };

/**
 * A form for data that other users may change at the same time. Untouched fields follow the server, only touched fields are sent,
 * and fields changed on both sides show a conflict.
 */
export function useEdits<Values extends object>(live: Values) {
    const [edits, setEdits] = useState<Edits<Values>>({});
    // Values that the service has stored, until they are refetched.
    const [stored, setStored] = useState<Partial<Values>>({});
    // The keys of edits are members of the values.
    const touched = (Object.keys(edits) as (keyof Values)[]).filter((member) => edits[member]?.to !== live[member]);
    const edited = Object.fromEntries(touched.map((member) => [member, edits[member]?.to])) as Partial<Values>;
    return {
        values: { ...live, ...edited },
        edited,
        isEdited: touched.some((member) => !(member in stored) || edits[member]?.to !== stored[member]),
        edit: <Member extends keyof Values>(member: Member, to: Values[Member]) =>
            setEdits((before) => ({
                ...before,
                [member]: { from: (before[member] ?? { from: live[member] }).from, to },
            })),
        /** The conflict message for a field. */
        conflict: (member: keyof Values) =>
            touched.includes(member) &&
            edits[member]?.from !== live[member] &&
            stored[member] !== live[member] &&
            `Changed by someone else in the meantime to: ${live[member] || 'nothing'}`,
        /** The callbacks of a change that sends the current edits. Edits made while it is sent are kept. */
        saveCallbacks: () => ({
            onResponse: () => setStored(edited),
            onSuccess: () => {
                setStored({});
                setEdits((before) => withoutSaved(before, edited));
            },
        }),
    };
}

function withoutSaved<Values extends object>(edits: Edits<Values>, saved: Partial<Values>): Edits<Values> {
    const left = { ...edits };
    for (const member of Object.keys(saved) as (keyof Values)[]) {
        const edit = edits[member];
        if (!edit || edit.to === saved[member]) delete left[member];
        else left[member] = { from: saved[member] as Values[typeof member], to: edit.to };
    }
    return left;
}
