import { FlagProvider, useFlag, useFlagsStatus } from '@unleash/proxy-client-react';
import { createRoot } from 'react-dom/client';

const config = {
    url: `${HALYARD_URL}/api/frontend`,
    clientKey: HALYARD_TOKEN, // a frontend token, which is public
    appName: 'react-example',
    refreshInterval: 5,
    context: { userId: new URLSearchParams(location.search).get('user') },
};

function Shop() {
    const { flagsReady } = useFlagsStatus();
    const isEnabled = useFlag('new-checkout');
    return <p>{flagsReady ? `new-checkout: ${isEnabled}` : 'Loading…'}</p>;
}

createRoot(document.getElementById('root')).render(
    <FlagProvider config={config}>
        <Shop />
    </FlagProvider>,
);
