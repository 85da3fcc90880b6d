import { Page } from '../../components/layout/Page.tsx';
import { TokenTable } from './TokenTable.tsx';

export function TokensPage() {
    return (
        <Page
            title="API tokens"
            about="Credentials your applications use to fetch flags. Each is valid in one environment."
            docs="concepts/tokens"
        >
            <TokenTable />
        </Page>
    );
}
