import { AffectedUsers } from '../effects/AffectedUsers.tsx';
import { Changes } from '../effects/Changes.tsx';
import type { Effects } from '../effects/effects.ts';
import classes from './Compare.module.css';

interface Props {
    effects: Effects;
    project: string;
    /** The later moment, used to evaluate examples again. */
    asOf?: string | undefined;
    title?: string;
}

/** The differences as sentences, and the affected users. */
export function Difference({ effects: { changes, who = [] }, project, asOf, title }: Props) {
    return (
        <div className={classes['difference']}>
            <Changes changes={changes} isPast />
            {changes.length > 0 && who.length > 0 && (
                <div>
                    <div className={classes['title']}>{title ?? 'Who was affected'}</div>
                    <AffectedUsers who={who} project={project} asOf={asOf} isPast />
                </div>
            )}
        </div>
    );
}
