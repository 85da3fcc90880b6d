import { useState } from 'react';

type Edits<Values> = { [Member in keyof Values]?: { from: Values[Member]; to: Values[Member] } };

/**
 * A form over what others may change meanwhile: what is not touched here follows, only what is touched is sent,
 * and a value that was changed on both sides says so.
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
        /** What to say beside a value. */
        conflict: (member: keyof Values) =>
            touched.includes(member) &&
            edits[member]?.from !== live[member] &&
            `Changed by someone else in the meantime to: ${live[member] || 'nothing'}`,
        reset: () => setEdits({}),
    };
}
