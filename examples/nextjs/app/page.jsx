import { evaluateFlags, flagsClient, getDefinitions } from '@unleash/nextjs';

const { HALYARD_URL = 'http://localhost:4242', HALYARD_TOKEN } = process.env;

// A server component: the rules and the token stay on the server.
export default async function Page({ searchParams }) {
    const { user } = await searchParams;
    const definitions = await getDefinitions({
        url: `${HALYARD_URL}/api/client/features`,
        token: HALYARD_TOKEN,
        appName: 'nextjs-example',
        fetchOptions: { next: { revalidate: 5 } },
    });
    const { toggles } = evaluateFlags(definitions, { userId: user });
    return <p>{`new-checkout: ${flagsClient(toggles).isEnabled('new-checkout')}`}</p>;
}
