import { useNavigate, useRouter } from '@tanstack/react-router';

type Navigate = ReturnType<typeof useNavigate>;

/**
 * Navigates to an object after it is saved. The returned function is called when saving starts and returns the navigation function.
 * A user who has navigated elsewhere meanwhile stays there.
 */
export function useNavigateAfterSave(): () => Navigate {
    const router = useRouter();
    const navigate = useNavigate();
    return () => {
        const from = router.latestLocation.href;
        // Compares the pending location, not the one that the router has already rendered.
        const navigateIfStillHere: Navigate = async (to) => {
            if (router.latestLocation.href === from) await navigate(to);
        };
        return navigateIfStillHere;
    };
}
