import { ActionIcon, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Flag } from '../../../api/types.ts';
import { lazyComponent } from '../../../components/layout/lazy.tsx';
import { useMayChange } from '../../change-requests/approvals/use-protection.ts';
import { useReview } from '../../strategies/Review.tsx';
import { useFlagExtras } from '../flag-extras.queries.ts';
import type { FlagAt } from '../flag-requests.ts';
import { FactBlock } from './FactBlock.tsx';
import classes from './FlagFacts.module.css';

const DependencyDialog = lazyComponent(() => import('../dialogs/DependencyDialog.tsx'), 'DependencyDialog');

interface Props {
    at: FlagAt;
    flag: Flag;
}

export function FlagDependencies({ at, flag }: Props) {
    const { removeDependency } = useFlagExtras(at);
    const { change, dialog: review } = useReview(at.projectId);
    // In environments where the flag is off, a dependency has no effect.
    const affectsProduction = flag.environments.some(({ type, enabled }) => enabled && type === 'production');
    const mayUpdate = useMayChange(at.projectId)('UPDATE_FEATURE_DEPENDENCY');
    return (
        <FactBlock
            title="Depends on"
            isEmpty={flag.dependencies.length + flag.children.length === 0}
            add={{
                label: 'Add a dependency',
                needs: 'UPDATE_FEATURE_DEPENDENCY',
                project: at.projectId,
                dialog: (onClose) => (
                    <DependencyDialog at={at} affectsProduction={affectsProduction} onClose={onClose} />
                ),
            }}
        >
            {flag.dependencies.map((each) => (
                <div key={each.feature} className={classes['row']}>
                    <span>
                        <FlagLink at={at} name={each.feature} /> {each.enabled ? 'on' : 'off'}
                        {each.variants && each.variants.length > 0 && ` (${each.variants.join(', ')})`}
                    </span>
                    {mayUpdate && (
                        <ActionIcon
                            size="xs"
                            aria-label={`Remove the dependency on ${each.feature}`}
                            onClick={() =>
                                change(affectsProduction ? 'production' : 'none', {
                                    title: `Remove the dependency on ${each.feature}?`,
                                    about: `${at.featureName} no longer depends on ${each.feature}.`,
                                    verb: 'Remove dependency',
                                    proposal: {
                                        project: at.projectId,
                                        steps: [
                                            {
                                                feature: at.featureName,
                                                action: 'deleteDependency',
                                                payload: { feature: each.feature },
                                            },
                                        ],
                                    },
                                    run: (mode) => removeDependency.mutate(each, { mode }),
                                })
                            }
                        >
                            <IconX size={13} />
                        </ActionIcon>
                    )}
                </div>
            ))}
            {flag.children.length > 0 && (
                <Text size="xs" c="dimmed" component="div" mt={6}>
                    Needed by{' '}
                    {flag.children.map((name, index) => (
                        <span key={name}>
                            {index > 0 && ', '}
                            <FlagLink at={at} name={name} />
                        </span>
                    ))}
                </Text>
            )}
            {review}
        </FactBlock>
    );
}

const FlagLink = ({ at, name }: { at: FlagAt; name: string }) => (
    <Link
        to="/projects/$projectId/features/$featureName"
        params={{ projectId: at.projectId, featureName: name }}
        className={classes['link']}
    >
        {name}
    </Link>
);
