import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useApprovals } from '../../change-requests/approvals/approvals.queries.ts';
import { useProject } from '../../projects/project.queries.ts';
import { type FlagSwitchInput, useFlagSwitch } from '../use-flag-switch.tsx';

interface ProjectFlagSwitch extends FlagSwitchInput {
    project: string;
}

/** Turns flags of any project on and off, by the rules of their project. */
export function useSwitchAnywhere(): { turn: (wanted: ProjectFlagSwitch) => void; dialog: ReactNode } {
    const [asked, setAsked] = useState<{ wanted: ProjectFlagSwitch; number: number }>();
    return {
        turn: (wanted) => setAsked((before) => ({ wanted, number: (before?.number ?? 0) + 1 })),
        dialog: asked && <Once key={asked.number} wanted={asked.wanted} />,
    };
}

/** Waits until the default strategies and the approval rules of the project are loaded. */
function Once({ wanted }: { wanted: ProjectFlagSwitch }) {
    const project = useProject(wanted.project);
    const approvals = useApprovals(wanted.project, true);
    const { turn, dialog } = useFlagSwitch(wanted.project);
    const isKnown = !project.isPending && !approvals.isPending;
    const begun = useRef(false);
    useEffect(() => {
        if (!isKnown || begun.current) return;
        begun.current = true;
        turn(wanted);
    });
    return dialog;
}
