import { useLocalStorage } from '@mantine/hooks';
import { useApplications } from '../applications/application.queries.ts';
import { useFlagSearch } from '../search/search.queries.ts';

/** The progress of a new user; undefined while it is not known, or if no guide is needed. */
export interface FirstSteps {
    /** The flag for the next step. */
    flag: { name: string; project: string } | undefined;
    isOn: boolean;
    isConnected: boolean;
    hide: () => void;
}

export function useFirstSteps(): FirstSteps | undefined {
    const [isHidden, setIsHidden] = useLocalStorage({ key: 'halyard.welcome.hidden', defaultValue: false });
    const isVisible = !isHidden;
    const flags = useFlagSearch({ sortBy: 'createdAt' }, 0, { limit: 50, isEnabled: isVisible });
    const applications = useApplications({ isEnabled: isVisible });
    if (isHidden || !flags.data || !applications.data) return undefined;
    const [flag] = flags.data.features;
    const isOn = flags.data.features.some(({ environments }) => environments.some(({ enabled }) => enabled));
    const isConnected = applications.data.applications.length > 0;
    if (flag && isOn && isConnected) return undefined;
    return { flag, isOn, isConnected, hide: () => setIsHidden(true) };
}
