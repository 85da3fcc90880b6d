import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../components/layout/Panel.tsx';
import { isFailing, useIntegrations } from '../integrations/integration.queries.ts';
import classes from './Home.module.css';

/** The health of integrations. Hidden without integrations. */
export function IntegrationHealth() {
    const { data } = useIntegrations();
    const integrations = (data?.addons ?? []).filter(({ enabled }) => enabled);
    if (integrations.length === 0) return null;
    const failing = integrations.filter(isFailing);
    const nameOf = (provider: string) => data?.providers.find(({ name }) => name === provider)?.displayName ?? provider;
    return (
        <Panel title="Integrations" flush>
            {failing.length === 0 ? (
                <div className={classes['none']}>
                    {integrations.length === 1
                        ? 'The integration works'
                        : `All ${integrations.length} integrations work`}
                    .
                </div>
            ) : (
                <ul className={classes['list']}>
                    {failing.map(({ id, provider, description, deliveries }) => (
                        <li key={id}>
                            <p>
                                <Link to="/integrations">{nameOf(provider)}</Link>
                                {description && <small>{description}</small>}
                            </p>
                            <Badge color="red">{deliveries.failing} failed</Badge>
                        </li>
                    ))}
                </ul>
            )}
        </Panel>
    );
}
