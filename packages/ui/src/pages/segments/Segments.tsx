import { Anchor } from '@mantine/core';
import { IconTargetArrow } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import type { Segment } from '../../api/types.ts';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { Catalogue, NameCell } from '../../components/lists/Catalogue.tsx';
import { UseCount, UseList } from '../../components/lists/UseCount.tsx';
import { ConstraintText } from '../strategies/Sentence.tsx';
import { useDeleteSegment, useSegments, useSegmentUses } from './segment.queries.ts';

// Loaded separately, because the dialog includes the engine, which validates constraints.
export const SegmentDialog = lazyComponent(() => import('./SegmentDialog.tsx'), 'SegmentDialog');

interface Props {
    /** Only the segments of this project. */
    projectId?: string;
    children: ComponentProps<typeof Catalogue<Segment>>['children'];
}

export function Segments({ projectId, children }: Props) {
    const remove = useDeleteSegment();
    return (
        <Catalogue
            noun="segment"
            label="Segments"
            query={useSegments(projectId)}
            rowKey={({ id }) => id}
            nameOf={({ name }) => `segment ${name}`}
            find={({ name, description }) => `${name} ${description ?? ''}`}
            empty={{
                title: projectId ? 'No segments of its own' : 'No segments yet',
                icon: <IconTargetArrow size={22} />,
                about: 'Use a segment for constraints that several strategies share, such as “beta testers” or “Nordic customers”: edit once, apply everywhere.',
            }}
            columns={[
                {
                    title: 'Name',
                    isMain: true,
                    width: '26%',
                    sort: ({ name }) => name,
                    cell: ({ id, name, description }) => (
                        <NameCell about={description}>
                            <Anchor
                                fw={600}
                                renderRoot={(props) => (
                                    <Link to="/segments/$segmentId" params={{ segmentId: String(id) }} {...props} />
                                )}
                            >
                                {name}
                            </Anchor>
                        </NameCell>
                    ),
                },
                {
                    title: 'Who',
                    cell: ({ constraints }) => (
                        <div>
                            <SegmentConstraints constraints={constraints} />
                        </div>
                    ),
                },
                ...(projectId
                    ? []
                    : [{ title: 'Project', width: 120, cell: ({ project }: Segment) => project ?? 'all' }]),
                {
                    title: 'Used in',
                    width: 110,
                    sort: ({ usedInFeatures }) => usedInFeatures ?? 0,
                    cell: ({ id, usedInFeatures }) => (
                        <UseCount count={usedInFeatures ?? 0} list={<SegmentUses id={id} />} />
                    ),
                },
            ]}
            project={projectId}
            projectOf={({ project }) => project ?? undefined}
            create={projectId ? ['CREATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'] : 'CREATE_SEGMENT'}
            edit={(segment) => ['UPDATE_SEGMENT', ...ofProject(segment)]}
            remove={{
                needs: (segment) => ['DELETE_SEGMENT', ...ofProject(segment)],
                action: (segment) => remove.mutateAsync(segment),
                warning: 'No strategy uses it.',
                locked: ({ usedInFeatures }) =>
                    usedInFeatures ? 'Used by strategies: remove it from them first.' : undefined,
            }}
            dialog={(segment, onClose) => (
                <SegmentDialog segment={segment} projectId={projectId} onClose={onClose} opensPage={!projectId} />
            )}
        >
            {children}
        </Catalogue>
    );
}

/** Users who manage the segments of a project may change those of their project. */
export const ofProject = ({ project }: Segment) => (project ? (['UPDATE_PROJECT_SEGMENT'] as const) : []);

/** The constraints of a segment in words. */
export function SegmentConstraints({ constraints }: { constraints: Segment['constraints'] }) {
    if (constraints.length === 0) return 'Everyone';
    return constraints.map((constraint, index) => (
        // Constraints have no id and are read-only here.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={index}>
            {index > 0 && <b> and </b>}
            <ConstraintText constraint={constraint} />
        </span>
    ));
}

const SegmentUses = ({ id }: { id: number }) => <UseList query={useSegmentUses(id)} />;
