import { useState } from 'react';

type Edits<Values> = { [Member in keyof Values]?: { from: Values[Member]; to: Values[Member] } };

/**
 * A form for data that other users may change at the same time. Untouched fields follow the server, only touched fields are sent,
 * and fields changed on both sides show a conflict.
 */
export function useEdits<Values extends object>(live: Values) {
    const [edits, setEdits] = useState<Edits<Values>>({});
    // The keys of edits are members of the values.
    const touched = (Object.keys(edits) as (keyof Values)[]).filter((member) => edits[member]?.to !== live[member]);
    const edited = Object.fromEntries(touched.map((member) => [member, edits[member]?.to])) as Partial<Values>;
    return {
        values: { ...live, ...edited },
        edited,
        isEdited: touched.length > 0,
        edit: <Member extends keyof Values>(member: Member, to: Values[Member]) =>
            setEdits((before) => ({
                ...before,
                [member]: { from: (before[member] ?? { from: live[member] }).from, to },
            })),
        /** The conflict message for a field. */
        conflict: (member: keyof Values) =>
            touched.includes(member) &&
            edits[member]?.from !== live[member] &&
            `Changed by someone else in the meantime to: ${live[member] || 'nothing'}`,
        reset: () => setEdits({}),
    };
}
