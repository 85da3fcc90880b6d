import { Badge, Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { ApiError } from '../../api/client.ts';
import type { Flag, FlagEnvironment, Segment } from '../../api/types.ts';
import { EnvironmentMark } from '../../components/layout/SignalFlag.tsx';
import { Empty, QueryContent, Rows } from '../../components/layout/States.tsx';
import { RelativeTime } from '../../components/time/time.tsx';
import type { FlagAt } from '../flags/flag-requests.ts';
import panel from '../flags/page/EnvironmentPanel.module.css';
import { FactBlock } from '../flags/page/FactBlock.tsx';
import facts from '../flags/page/FlagFacts.module.css';
import layout from '../flags/page/FlagOverviewTab.module.css';
import { FlagTypeMark } from '../flags/table/FlagTypeMark.tsx';
import { StrategySentence } from '../strategies/Sentence.tsx';
import { WeightBar } from '../strategies/WeightBar.tsx';
import { useFlagAt, useSegmentsAt } from './past.queries.ts';

/** A read-only view of a past state of a flag. */
export function PastFlag({ at, asOf }: { at: FlagAt; asOf: string }) {
    const flag = useFlagAt(at, asOf);
    const { data: segments = [] } = useSegmentsAt(asOf);
    if (flag.error instanceof ApiError && flag.error.status === 404) {
        return (
            <Empty title="Did not exist" icon={<IconHistory size={22} />}>
                {at.featureName} did not exist in this project then, or was archived.
            </Empty>
        );
    }
    return (
        <QueryContent query={flag} skeleton={<Rows count={5} height={90} />}>
            {(then) => (
                <div className={layout['layout']}>
                    <div className={layout['environments']}>
                        {then.environments.map((environment) => (
                            <PastEnvironment key={environment.name} environment={environment} segments={segments} />
                        ))}
                    </div>
                    <PastFacts flag={then} />
                </div>
            )}
        </QueryContent>
    );
}

function PastEnvironment({ environment, segments }: { environment: FlagEnvironment; segments: readonly Segment[] }) {
    const { name, type, enabled, strategies } = environment;
    const isServing = enabled && strategies.some(({ disabled }) => !disabled);
    return (
        <section
            className={panel['panel']}
            data-enabled={enabled || undefined}
            aria-label={`Environment ${name} as it was`}
        >
            <header className={panel['header']}>
                <EnvironmentMark type={type} width={18} />
                <div>
                    <h2>{name}</h2>
                    <Text size="xs" c="dimmed">
                        {enabled ? (isServing ? 'Was on' : 'Was on, but no strategy applied') : 'Was off for everyone'}
                    </Text>
                </div>
                <Badge color={enabled ? 'green' : 'gray'}>{enabled ? 'on' : 'off'}</Badge>
            </header>
            <div className={panel['body']}>
                {strategies.length === 0 ? (
                    <Text size="sm" c="dimmed">
                        No strategies.
                    </Text>
                ) : (
                    <ol className={panel['strategies']}>
                        {strategies.map((strategy, index) => (
                            <li
                                key={strategy.id}
                                className={panel['strategy']}
                                data-disabled={strategy.disabled || undefined}
                            >
                                {index > 0 && <span className={panel['or']}>or</span>}
                                <Group gap={6}>
                                    {strategy.title && (
                                        <Text size="sm" fw={600} truncate>
                                            {strategy.title}
                                        </Text>
                                    )}
                                    {strategy.disabled && (
                                        <Badge size="xs" color="gray">
                                            disabled
                                        </Badge>
                                    )}
                                </Group>
                                <StrategySentence strategy={strategy} segments={segments} />
                                {strategy.variants.length > 0 && <WeightBar variants={strategy.variants} />}
                            </li>
                        ))}
                    </ol>
                )}
            </div>
        </section>
    );
}

/** The past settings of the flag. */
function PastFacts({ flag }: { flag: Flag }) {
    const { description, type, tags = [], dependencies, links = [], owner, createdAt, createdBy } = flag;
    return (
        <aside className={facts['facts']} aria-label="About this flag then">
            <FactBlock title="Type">
                <FlagTypeMark type={type} withName />
                {flag.stale && <Badge color="brass">stale</Badge>}
            </FactBlock>
            {description && (
                <FactBlock title="Description">
                    <Text size="sm">{description}</Text>
                </FactBlock>
            )}
            {tags.length > 0 && (
                <FactBlock title="Tags">
                    <Group gap={4}>
                        {tags.map((tag) => (
                            <Badge key={`${tag.type}:${tag.value}`} color="gray">
                                {tag.type === 'simple' ? tag.value : `${tag.type}:${tag.value}`}
                            </Badge>
                        ))}
                    </Group>
                </FactBlock>
            )}
            {dependencies.length > 0 && (
                <FactBlock title="Depends on">
                    {dependencies.map(({ feature, enabled, variants = [] }) => (
                        <Text key={feature} size="sm">
                            {feature} is {enabled === false ? 'off' : 'on'}
                            {variants.length > 0 && ` with ${variants.join(' or ')}`}
                        </Text>
                    ))}
                </FactBlock>
            )}
            {links.length > 0 && (
                <FactBlock title="Links">
                    {links.map(({ id, title, url }) => (
                        <Text key={id} size="sm" truncate>
                            {title || url}
                        </Text>
                    ))}
                </FactBlock>
            )}
            {owner && (
                <FactBlock title="Owner">
                    <Text size="sm">{owner.name}</Text>
                </FactBlock>
            )}
            <FactBlock title="Created">
                <Text size="sm" component="div">
                    <RelativeTime at={createdAt} /> by {createdBy.name}
                </Text>
            </FactBlock>
        </aside>
    );
}
