import { ActionIcon, Avatar, Badge, Text, Tooltip } from '@mantine/core';
import { IconLock, IconStar, IconStarFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ListedProject } from '../../api/types.ts';
import { HealthRing } from '../../components/charts/HealthRing.tsx';
import { count, formatNumber } from '../../components/text/numbers.ts';
import { RelativeTime } from '../../components/time/time.tsx';
import classes from './Projects.module.css';
import { useFavoriteProject } from './project.queries.ts';

/** An overview of projects as cards. */
export function ProjectCards({ projects }: { projects: readonly ListedProject[] }) {
    return (
        <ul className={classes['cards']}>
            {projects.map((project) => (
                <ProjectCard key={project.id} project={project} />
            ))}
        </ul>
    );
}

function ProjectCard({ project }: { project: ListedProject }) {
    return (
        <li className={classes['card']}>
            <div className={classes['cardTop']}>
                <Link to="/projects/$projectId" params={{ projectId: project.id }} className={classes['name']}>
                    {project.name}
                </Link>
                <Mode mode={project.mode} />
                <FavoriteButton project={project} />
            </div>
            <Text size="sm" c="dimmed" lineClamp={2} className={classes['description'] ?? ''}>
                {project.description || 'No description'}
            </Text>
            <div className={classes['health']}>
                <HealthRing health={project.health} />
                <span>{healthLabel(project)}</span>
            </div>
            <div className={classes['facts']}>
                <Owners owners={project.owners} />
                <dl>
                    <div>
                        <dt>{project.featureCount === 1 ? 'flag' : 'flags'}</dt>
                        <dd>{formatNumber(project.featureCount)}</dd>
                    </div>
                    <div>
                        <dt>{project.memberCount === 1 ? 'member' : 'members'}</dt>
                        <dd>{formatNumber(project.memberCount)}</dd>
                    </div>
                </dl>
                <Text size="xs" c="dimmed" ml="auto" component="div">
                    {project.lastUpdatedAt ? 'changed ' : ''}
                    <RelativeTime at={project.lastUpdatedAt} never="nothing changed yet" size="xs" c="dimmed" />
                </Text>
            </div>
        </li>
    );
}

/** The explanation of the percentage. */
export function healthLabel({ health, featureCount }: Pick<ListedProject, 'health' | 'featureCount'>): string {
    if (featureCount === 0) return 'No flags yet';
    // The percentage is rounded, so the number is exact up to a hundred flags and approximate beyond.
    const due = Math.round((featureCount * (100 - health)) / 100);
    if (due === 0) return 'Nothing to clean up';
    return `${count(due, 'flag')} to clean up`;
}

const MAX_SHOWN = 3;

function Owners({ owners }: { owners: ListedProject['owners'] }) {
    const people = owners.flatMap((owner) => (owner.ownerType === 'system' ? [] : [owner.name]));
    if (people.length === 0) return null;
    const more = people.length - MAX_SHOWN;
    return (
        <Tooltip label={`Owned by ${people.join(', ')}`}>
            <Avatar.Group spacing={2} className={classes['owners'] ?? ''}>
                {people.slice(0, MAX_SHOWN).map((name) => (
                    <Avatar key={name} size={22} name={name} color="tide" alt={`Owner ${name}`} />
                ))}
                {more > 0 && <Avatar size={22}>+{more}</Avatar>}
            </Avatar.Group>
        </Tooltip>
    );
}

export function Mode({ mode }: { mode: string }) {
    if (mode === 'open') return null;
    return (
        <Badge size="sm" color="gray" leftSection={<IconLock size={10} />}>
            {mode}
        </Badge>
    );
}

export function FavoriteButton({ project }: { project: ListedProject }) {
    const favorite = useFavoriteProject();
    return (
        <ActionIcon
            size="sm"
            color="gray"
            aria-label={
                project.favorite ? `Remove ${project.name} from favourites` : `Add ${project.name} to favourites`
            }
            aria-pressed={project.favorite}
            onClick={() => favorite.mutate({ projectId: project.id, isFavorite: !project.favorite })}
        >
            {project.favorite ? (
                <IconStarFilled size={15} color="var(--mantine-color-brass-4)" />
            ) : (
                <IconStar size={15} />
            )}
        </ActionIcon>
    );
}
