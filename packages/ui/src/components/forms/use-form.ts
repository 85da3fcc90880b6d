import { useEffect, useRef, useState } from 'react';
import { refusalIn } from '../../api/client.ts';
import { SettledChange } from '../../api/settle-change.ts';
import type { WriteMode } from '../../api/write-mode.ts';
import { useNavigateAfterSave } from './use-navigate-after-save.ts';

type Navigate = ReturnType<ReturnType<typeof useNavigateAfterSave>>;
type Edits<Values> = { [Member in keyof Values]?: { from: Values[Member]; to: Values[Member] } };
type Problems<Values> = { [Member in keyof Values]?: string | undefined };
type Rule<Value, Values> = (value: Value, values: Values) => string | null | undefined;

type Rules<Values> = { [Member in keyof Values]?: Rule<Values[Member], Values> };

/** The members of `useChange` that a form needs. */
interface Change<Input, Answer> {
    mutate: (
        input: Input,
        options: { mode: WriteMode; onSuccess: (answer: Answer) => unknown; onError: (error: unknown) => unknown },
    ) => unknown;
    isPending: boolean;
    error: unknown;
}

interface Options<Values, Input, Answer> {
    /** The current values on the server, or those of a new object. Untouched fields follow them. */
    values: Values;
    /** Initial values that differ from those on the server, and count as unsaved input. */
    start?: Partial<Values>;
    /** The message for an invalid value. */
    validate?: Rules<Values>;
    /** The fields that show that a name is taken. By default `name`. */
    unique?: readonly (keyof Values)[];
    change: Change<Input, Answer>;
    /** The input of the change. `edited` contains only the values that differ from those on the server. */
    input: (values: Values, edited: Partial<Values>) => NoInfer<Input>;
    /** Sends the change in a mode, such as a proposal. By default, the change is applied. */
    sendBy?: (send: (mode: WriteMode) => unknown, values: Values) => unknown;
    /** Called after the change. `navigate` navigates, unless the user has navigated elsewhere meanwhile. */
    onSaved?: (answer: Answer, navigate: Navigate, values: Values) => unknown;
    onFailed?: () => void;
}

/**
 * The state of a form: values, validation, errors of the service at their fields, and unsaved input. Other users may change the same
 * object: untouched fields follow the server, and fields that were changed on both sides show a conflict.
 */
export function useForm<Values extends object, Input, Answer>(options: Options<Values, Input, Answer>) {
    const { values: live, validate = {} as Rules<Values>, change, input, sendBy, onSaved, onFailed } = options;
    const [edits, setEdits] = useState<Edits<Values>>(() => editsOf(live, options.start ?? {}));
    // Values that are being sent, or that the service has stored, until they are refetched.
    const [sent, setSent] = useState<Partial<Values>>({});
    const [refusedValues, setRefusedValues] = useState<Values>();
    const [problems, setProblems] = useState<Problems<Values>>({});
    const fields = useRef(new Map<keyof Values, HTMLElement>());
    const begin = useNavigateAfterSave();

    // The keys of edits are members of the values.
    const touched = (Object.keys(edits) as (keyof Values)[]).filter((each) => !isSame(edits[each]?.to, live[each]));
    const edited = Object.fromEntries(touched.map((each) => [each, edits[each]?.to])) as Partial<Values>;
    const values: Values = { ...live, ...edited };
    const refusal = refusalIn(change.error);
    const unique = options.unique ?? (['name'] as (keyof Values)[]);
    const refused = refusal && (refusal.member === undefined ? unique : [refusal.member as keyof Values]);
    const isShownAtField = refused?.some((member) => fields.current.has(member)) ?? false;

    // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once for each error
    useEffect(() => {
        const [member] = refused ?? [];
        if (change.error && member !== undefined) fields.current.get(member)?.focus();
    }, [change.error]);

    function edit<Member extends keyof Values>(member: Member, to: Values[Member]): void {
        setEdits((before) => ({ ...before, [member]: { from: (before[member] ?? { from: live[member] }).from, to } }));
        setProblems((before) => ({ ...before, [member]: undefined }));
    }

    function errorOf(member: keyof Values): string | undefined {
        if (problems[member]) return problems[member];
        if (refused?.includes(member) && isSame(values[member], refusedValues?.[member])) return refusal?.message;
        const isConflict =
            touched.includes(member) &&
            !isSame(edits[member]?.from, live[member]) &&
            !isSame(sent[member], live[member]);
        return isConflict ? `Changed by someone else in the meantime to: ${live[member] || 'nothing'}` : undefined;
    }

    /** Validates some members, shows their problems, and focuses the first invalid one. Returns whether all are valid. */
    function check(members: readonly (keyof Values)[]): boolean {
        const found: Problems<Values> = {};
        for (const member of members) found[member] = validate[member]?.(values[member], values) ?? undefined;
        setProblems((before) => ({ ...before, ...found }));
        const invalid = members.find((member) => found[member]);
        if (invalid !== undefined) fields.current.get(invalid)?.focus();
        return invalid === undefined;
    }

    function submit(): void {
        if (!check(Object.keys(validate) as (keyof Values)[])) return;
        const navigate = begin();
        const send = (mode: WriteMode = {}) => {
            setSent(edited);
            setRefusedValues(values);
            return change.mutate(input(values, edited), {
                mode,
                onSuccess: (answer) => {
                    setSent({});
                    setEdits((before) => withoutSaved(before, edited));
                    return onSaved?.(answer, navigate, values);
                },
                onError: (error) => {
                    // The service has stored the values, although its response was lost.
                    if (!(error instanceof SettledChange && error.isApplied)) setSent({});
                    onFailed?.();
                },
            });
        };
        if (sendBy) sendBy(send, values);
        else send();
    }

    const isDirty = touched.some((member) => !(member in sent) || !isSame(edits[member]?.to, sent[member]));
    const error = isShownAtField ? undefined : change.error;
    return {
        values,
        edit,
        errorOf,
        check,
        submit,
        isDirty,
        isBusy: change.isPending,
        error,
        /** The properties of an input for a member. */
        field: <Member extends keyof Values>(member: Member) => ({
            value: values[member],
            error: errorOf(member),
            onChange: (next: unknown) => {
                const value = isEvent(next) ? next.currentTarget.value : next;
                // A selected option is replaced, never removed.
                if (value !== null) edit(member, value as Values[Member]);
            },
            ref: (element: HTMLElement | null) => {
                if (element) fields.current.set(member, element);
                return () => void fields.current.delete(member);
            },
        }),
        /** The properties of a checkbox or switch. */
        checkbox: (member: keyof Values) => ({
            checked: values[member] === true,
            onChange: (event: { currentTarget: { checked: boolean } }) =>
                edit(member, event.currentTarget.checked as Values[typeof member]),
        }),
        /** The properties of a `FormDialog`. */
        dialog: { onSubmit: submit, isDirty, isBusy: change.isPending, error },
    };
}

const editsOf = <Values extends object>(live: Values, start: Partial<Values>) =>
    // The keys of the start values are members of the values.
    Object.fromEntries(
        (Object.keys(start) as (keyof Values)[]).map((member) => [member, { from: live[member], to: start[member] }]),
    ) as Edits<Values>;

const isEvent = (next: unknown): next is { currentTarget: { value: string } } =>
    typeof next === 'object' && next !== null && 'currentTarget' in next;

/** Values of forms are plain data. */
const isSame = (a: unknown, b: unknown) => Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b);

function withoutSaved<Values extends object>(edits: Edits<Values>, saved: Partial<Values>): Edits<Values> {
    const left = { ...edits };
    for (const member of Object.keys(saved) as (keyof Values)[]) {
        const edit = edits[member];
        if (!edit || isSame(edit.to, saved[member])) delete left[member];
        else left[member] = { from: saved[member] as Values[typeof member], to: edit.to };
    }
    return left;
}
