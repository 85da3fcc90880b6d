import { AffectedUsers } from '../effects/AffectedUsers.tsx';
import { Changes } from '../effects/Changes.tsx';
import { type Effects, editedFlags } from '../effects/effects.ts';
import classes from './Compare.module.css';

interface Props {
    effects: Effects;
    project: string;
    /** The later moment, used to evaluate examples again. */
    asOf?: string | undefined;
}

/** The differences as sentences, and the affected users. */
export function Difference({ effects: { changes, who = [] }, project, asOf }: Props) {
    const isTraffic = who.every(({ population }) => population === 'traffic');
    return (
        <div className={classes['difference']}>
            <Changes changes={changes} isPast />
            {changes.length > 0 && who.length > 0 && (
                <div>
                    <div className={classes['title']}>
                        {isTraffic ? 'Estimated from current traffic' : 'Estimated impact'}
                    </div>
                    <AffectedUsers who={who} project={project} asOf={asOf} edited={editedFlags(changes)} isPast />
                </div>
            )}
        </div>
    );
}
