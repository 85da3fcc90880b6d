import { Link } from '@tanstack/react-router';
import { Panel } from '../../components/layout/Panel.tsx';
import { QueryContent, Rows } from '../../components/layout/States.tsx';
import { useFlagSearch } from '../search/search.queries.ts';
import classes from './Home.module.css';

/** The user's favourite flags, with the environments in which they are on. */
export function Favourites() {
    const favourites = useFlagSearch({ favorite: true, sortBy: 'name' }, 0, { limit: 6 });
    return (
        <Panel title="Your favourites" flush>
            <QueryContent query={favourites} skeleton={<Rows count={1} />}>
                {({ features }) =>
                    features.length === 0 ? (
                        <div className={classes['none']}>Flags that you mark with a star are listed here.</div>
                    ) : (
                        <ul className={classes['list']}>
                            {features.map(({ name, project, environments }) => {
                                const on = environments.filter(({ enabled }) => enabled);
                                return (
                                    <li key={name}>
                                        <p>
                                            <Link
                                                to="/projects/$projectId/features/$featureName"
                                                params={{ projectId: project, featureName: name }}
                                            >
                                                {name}
                                            </Link>
                                            <small>
                                                {on.length === 0
                                                    ? 'off everywhere'
                                                    : `on in ${on.map((each) => each.name).join(', ')}`}
                                            </small>
                                        </p>
                                    </li>
                                );
                            })}
                        </ul>
                    )
                }
            </QueryContent>
        </Panel>
    );
}
