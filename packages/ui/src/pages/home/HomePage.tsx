import { Page } from '../../components/layout/Page.tsx';
import { QueryContent } from '../../components/layout/States.tsx';
import { NewFlagButton } from '../flags/dialogs/NewFlagButton.tsx';
import { ProjectCards } from '../projects/ProjectCards.tsx';
import { useSession } from '../session/session.queries.ts';
import { Welcome } from '../welcome/Welcome.tsx';
import { CleanUp } from './CleanUp.tsx';
import { Favourites } from './Favourites.tsx';
import classes from './Home.module.css';
import { useDashboard } from './home.queries.ts';
import { InstanceCharts } from './InstanceCharts.tsx';
import { IntegrationHealth } from './IntegrationHealth.tsx';
import { LatestChanges } from './LatestChanges.tsx';
import { ProductionChanges } from './ProductionChanges.tsx';
import { WaitingRequests } from './WaitingRequests.tsx';

/** The start page: recent changes, pending requests and the user's own work. */
export function HomePage() {
    const { data: session } = useSession();
    const dashboard = useDashboard();
    const mine = dashboard.data?.projects.map(({ id }) => id);
    const name = session?.user.name || session?.user.username || '';
    return (
        <Page title={name ? `Hello, ${name.split(' ')[0]}` : 'Home'} actions={<NewFlagButton />}>
            <Welcome />
            <div className={classes['grid']}>
                <div className={classes['main']}>
                    <WaitingRequests />
                    <ProductionChanges projects={mine} />
                    <LatestChanges projects={mine} />
                </div>
                <div className={classes['side']}>
                    <Favourites />
                    <CleanUp projects={mine} />
                    <IntegrationHealth />
                </div>
            </div>
            <InstanceCharts />
            <QueryContent query={dashboard} skeleton={<ProjectCards projects={[]} />}>
                {({ projects }) =>
                    projects.length > 0 && (
                        <section className={classes['projects']} aria-label="Your projects">
                            <h2>Your projects</h2>
                            <ProjectCards projects={projects} />
                        </section>
                    )
                }
            </QueryContent>
        </Page>
    );
}
