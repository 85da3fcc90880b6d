import { useNavigate, useRouter } from '@tanstack/react-router';

type Navigate = ReturnType<typeof useNavigate>;

/**
 * For what is looked at once it is saved: called when saving begins, answers how to go there. Whoever went elsewhere meanwhile
 * stays there.
 */
export function useGoOn(): () => Navigate {
    const router = useRouter();
    const navigate = useNavigate();
    return () => {
        const from = router.latestLocation.href;
        // Not where the router has arrived, but where the person wants to be.
        const goOn: Navigate = async (to) => {
            if (router.latestLocation.href === from) await navigate(to);
        };
        return goOn;
    };
}
