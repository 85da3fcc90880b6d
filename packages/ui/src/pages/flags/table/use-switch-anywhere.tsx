import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useApprovals } from '../../change-requests/approvals/approvals.queries.ts';
import { useProject } from '../../projects/project.queries.ts';
import { type SwitchWanted, useFlagSwitch } from '../use-flag-switch.tsx';

interface ProjectFlagSwitch extends SwitchWanted {
    project: string;
}

/** Turns flags of any project on and off, each as its project does. */
export function useSwitchAnywhere(): { turn: (wanted: ProjectFlagSwitch) => void; dialog: ReactNode } {
    const [asked, setAsked] = useState<{ wanted: ProjectFlagSwitch; number: number }>();
    return {
        turn: (wanted) => setAsked((before) => ({ wanted, number: (before?.number ?? 0) + 1 })),
        dialog: asked && <Once key={asked.number} wanted={asked.wanted} />,
    };
}

/** Begins when it is known what the project says of it: its default strategies, and what others have to agree to. */
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
