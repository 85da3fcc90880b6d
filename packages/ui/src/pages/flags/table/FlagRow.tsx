import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { type MouseEvent, memo } from 'react';
import { basePath } from '../../../api/client.ts';
import { permissionLabel } from '../../../api/permission-labels.ts';
import type { FlagOverview, ListedFlag } from '../../../api/types.ts';
import { EnvironmentMark } from '../../../components/layout/SignalFlag.tsx';
import { ago, exactMoment } from '../../../components/time/time.tsx';
import { STAGES, stageOf } from '../page/stages.ts';
import classes from './FlagTable.module.css';
import { FlagTypeIcon } from './FlagTypeMark.tsx';

/** A flag in the list of a project. Search results have more properties. */
export type ShownFlag = FlagOverview & Pick<ListedFlag, 'oneAnswer'>;

export interface RowActions {
    open: (flag: FlagOverview) => void;
    select: (name: string) => void;
    favorite: (flag: FlagOverview) => void;
    toggle: (flag: FlagOverview, environment: string, enabled: boolean) => void;
    filter: (changes: RowFilter) => void;
}

/** The filter set by a click in a row. */
interface RowFilter {
    tag?: string;
    project?: string;
    owner?: string;
}

interface Props {
    /** Measures the row on a small screen, where row heights differ. */
    ref: ((element: HTMLTableRowElement | null) => void) | undefined;
    index: number;
    flag: ShownFlag;
    environments: { name: string; type: string }[];
    /** The environments in which this user may turn flags on and off. */
    allowed: ReadonlySet<string>;
    /** A short description of its pending changes. */
    pending: string | undefined;
    /** Undefined if the row cannot be selected. */
    isSelected: boolean | undefined;
    actions: RowActions;
    /** Why changes are disabled at the moment. */
    block: string | undefined;
    /** Whether the list contains flags of several projects. */
    isAcross: boolean;
}

/** Uses plain elements and renders only on changes, because scrolling mounts dozens of rows at a time. */
export const FlagRow = memo(function FlagRow(props: Props) {
    const { ref, index, flag, environments, allowed, pending, isSelected, actions, block, isAcross } = props;
    return (
        <tr ref={ref} data-index={index} aria-rowindex={index + 2} data-selected={isSelected || undefined}>
            <td className={classes['select']}>
                {isSelected !== undefined && (
                    <input
                        type="checkbox"
                        className={classes['check']}
                        aria-label={`Select ${flag.name}`}
                        checked={isSelected}
                        onChange={() => actions.select(flag.name)}
                    />
                )}
            </td>
            <td className={classes['star']}>
                <button
                    type="button"
                    className={classes['favorite']}
                    aria-label={
                        flag.favorite ? `Remove ${flag.name} from favourites` : `Add ${flag.name} to favourites`
                    }
                    aria-pressed={flag.favorite}
                    title={block}
                    disabled={block !== undefined}
                    onClick={() => actions.favorite(flag)}
                >
                    {flag.favorite ? (
                        <IconStarFilled size={14} color="var(--mantine-color-brass-4)" />
                    ) : (
                        <IconStar size={14} />
                    )}
                </button>
            </td>
            <td className={classes['name']}>
                <div>
                    <span className={classes['type']} title={`Type: ${flag.type}`}>
                        <FlagTypeIcon type={flag.type} />
                    </span>
                    {/* A plain link, because the router's link costs more than the rest of the row. */}
                    <a
                        href={`${basePath}/projects/${encodeURIComponent(flag.project)}/features/${encodeURIComponent(flag.name)}`}
                        title={flag.description ? `${flag.name}\n${flag.description}` : flag.name}
                        onClick={(event) => {
                            if (opensNewTab(event)) return;
                            event.preventDefault();
                            actions.open(flag);
                        }}
                    >
                        {flag.name}
                    </a>
                    {flag.stale && (
                        <span
                            className={classes['stale']}
                            title="Marked as stale, or past the expected lifetime of its type"
                        >
                            stale
                        </span>
                    )}
                    <Milestones flag={flag} />
                    {pending && (
                        <a
                            className={classes['pending']}
                            title={pending}
                            href={`${basePath}/projects/${encodeURIComponent(flag.project)}?tab=change-requests`}
                        >
                            {pending}
                        </a>
                    )}
                    {flag.tags?.map(({ type, value }) => (
                        <button
                            key={`${type}:${value}`}
                            type="button"
                            className={classes['tag']}
                            title={`Show flags tagged ${type}:${value}`}
                            onClick={() => actions.filter({ tag: `${type}:${value}` })}
                        >
                            {type === 'simple' ? value : `${type}:${value}`}
                        </button>
                    ))}
                </div>
            </td>
            {isAcross && <ProjectAndOwner flag={flag} onFilter={actions.filter} />}
            <td className={classes['stage']}>
                <Stage stage={flag.lifecycle?.stage} />
            </td>
            {environments.map((environment) => (
                <EnvironmentCell
                    key={environment.name}
                    flag={flag}
                    environment={environment}
                    isNamed={ref !== undefined}
                    isAllowed={allowed.has(environment.name)}
                    block={block}
                    onToggle={actions.toggle}
                />
            ))}
            <td className={classes['when']}>{flag.lastSeenAt ? <Moment at={flag.lastSeenAt} /> : 'never'}</td>
            {isAcross ? (
                <td className={classes['answer']}>{flag.oneAnswer && <Answer {...flag.oneAnswer} />}</td>
            ) : (
                <td className={classes['created']}>
                    <Moment at={flag.createdAt} /> by{' '}
                    <span title={`Created by ${flag.createdBy.name}`}>{flag.createdBy.name}</span>
                </td>
            )}
        </tr>
    );
});

const opensNewTab = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) => metaKey || ctrlKey || shiftKey || altKey;

/** The milestones that are active where the flag is released step by step. */
function Milestones({ flag: { environments } }: { flag: ShownFlag }) {
    return environments.map(
        ({ name, enabled, milestoneName, milestoneOrder = 0, totalMilestones = 0 }) =>
            milestoneName !== undefined && (
                <span
                    key={name}
                    className={classes['milestone']}
                    title={`Release in ${name}: ${enabled ? '' : 'off at '}milestone ${milestoneName}, ${milestoneOrder + 1} of ${totalMilestones}`}
                >
                    {milestoneName} {milestoneOrder + 1}/{totalMilestones}
                </span>
            ),
    );
}

/** The project and the owner of a flag. A click filters the list by it. */
function ProjectAndOwner({ flag: { project, owner }, onFilter }: { flag: ShownFlag; onFilter: RowActions['filter'] }) {
    return (
        <>
            <td className={classes['project']}>
                <button type="button" title={`Show flags of ${project}`} onClick={() => onFilter({ project })}>
                    {project}
                </button>
            </td>
            <td className={classes['owner']}>
                {owner ? (
                    <button
                        type="button"
                        title={`Show flags of ${owner.name}`}
                        onClick={() => onFilter({ owner: `${owner.type}:${owner.id}` })}
                    >
                        {owner.name}
                    </button>
                ) : (
                    'no owner'
                )}
            </td>
        </>
    );
}

function Answer({ enabled, variant, since }: NonNullable<ShownFlag['oneAnswer']>) {
    const what = variant ?? (enabled ? 'on' : 'off');
    const time = ago(since);
    return (
        <span title={`Everyone in production gets “${what}” since ${exactMoment(since)}`}>
            only “{what}” {time.endsWith(' ago') ? `for ${time.slice(0, -' ago'.length)}` : `since ${time}`}
        </span>
    );
}

interface CellProps {
    flag: FlagOverview;
    environment: { name: string; type: string };
    /** Whether the cell shows the name of the environment, because the table has no heading. */
    isNamed: boolean;
    isAllowed: boolean;
    block: string | undefined;
    onToggle: RowActions['toggle'];
}

function EnvironmentCell({ flag, environment: { name, type }, isNamed, isAllowed, block, onToggle }: CellProps) {
    const inEnvironment = flag.environments.find((each) => each.name === name);
    return (
        <td className={classes['environment']} data-type={type}>
            {isNamed && (
                <span className={classes['smallEnvironment']} aria-hidden="true">
                    <EnvironmentMark type={type} width={12} />
                    {name}
                </span>
            )}
            {inEnvironment ? (
                <input
                    type="checkbox"
                    role="switch"
                    className={classes['switch']}
                    aria-label={`${flag.name} in ${name}`}
                    title={
                        isAllowed
                            ? block
                            : `You need the permission ${permissionLabel('UPDATE_FEATURE_ENVIRONMENT')} in ${name}.`
                    }
                    disabled={!isAllowed || block !== undefined}
                    checked={inEnvironment.enabled}
                    aria-checked={inEnvironment.enabled}
                    onChange={(event) => onToggle(flag, name, event.currentTarget.checked)}
                />
            ) : (
                '–'
            )}
        </td>
    );
}

function Stage({ stage }: { stage: string | undefined }) {
    const current = stageOf(stage);
    if (!current) return null;
    const reached = STAGES.indexOf(current);
    return (
        <span className={classes['life']} title={current.about}>
            <i aria-hidden="true" data-reached={reached + 1} />
            {current.label}
        </span>
    );
}

function Moment({ at }: { at: string }) {
    return (
        <time dateTime={at} title={exactMoment(at)}>
            {ago(at)}
        </time>
    );
}
