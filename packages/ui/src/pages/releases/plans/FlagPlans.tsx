import type { Flag } from '../../../api/types.ts';
import type { FlagAt } from '../../flags/flag-requests.ts';
import { PlanPanel } from './PlanPanel.tsx';
import { dueStepIn, useDueSteps } from './plan.queries.ts';

/** The release plans of a flag, one panel per environment. */
export function FlagPlans({ at, flag }: { at: FlagAt; flag: Flag }) {
    const due = useDueSteps(at);
    return flag.environments.flatMap((environment) =>
        environment.releasePlans.map((plan) => (
            <PlanPanel
                key={plan.id}
                at={{ ...at, environment: environment.name, type: environment.type }}
                plan={plan}
                isOn={environment.enabled}
                isArchived={flag.archived}
                due={dueStepIn(due.data, environment.name)}
            />
        )),
    );
}
