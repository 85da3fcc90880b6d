import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useApprovals } from '../../change-requests/approvals/approvals.queries.ts';
import { useProject } from '../../projects/project.queries.ts';
import { type FlagSwitchInput, useFlagSwitch } from '../use-flag-switch.tsx';

interface ProjectFlagSwitch extends FlagSwitchInput {
    project: string;
}

/** Turns flags of any project on and off, by the rules of their project. */
export function useSwitchAnywhere(): { switchFlag: (input: ProjectFlagSwitch) => void; dialog: ReactNode } {
    const [current, setCurrent] = useState<{ input: ProjectFlagSwitch; number: number }>();
    return {
        switchFlag: (input) => setCurrent((before) => ({ input, number: (before?.number ?? 0) + 1 })),
        dialog: current && <SwitchWhenLoaded key={current.number} input={current.input} />,
    };
}

/** Waits until the default strategies and the approval rules of the project are loaded. */
function SwitchWhenLoaded({ input }: { input: ProjectFlagSwitch }) {
    const project = useProject(input.project);
    const approvals = useApprovals(input.project, true);
    const { switchFlag, dialog } = useFlagSwitch(input.project);
    const isKnown = !project.isPending && !approvals.isPending;
    const isStarted = useRef(false);
    useEffect(() => {
        if (!isKnown || isStarted.current) return;
        isStarted.current = true;
        switchFlag(input);
    });
    return dialog;
}
