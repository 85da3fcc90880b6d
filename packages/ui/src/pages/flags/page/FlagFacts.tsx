import { Text } from '@mantine/core';
import type { Flag } from '../../../api/types.ts';
import { RelativeTime } from '../../../components/time/time.tsx';
import type { FlagAt } from '../flag-requests.ts';
import { FactBlock } from './FactBlock.tsx';
import { FlagCode } from './FlagCode.tsx';
import { FlagDependencies } from './FlagDependencies.tsx';
import classes from './FlagFacts.module.css';
import { FlagLinks, FlagTags } from './FlagLabels.tsx';
import { FlagLifecycle } from './FlagLifecycle.tsx';
import { FlagRemoval } from './FlagRemoval.tsx';

/** The settings of a flag. */
export function FlagFacts({ at, flag }: { at: FlagAt; flag: Flag }) {
    return (
        <aside className={classes['facts']} aria-label="About this flag">
            <FlagLifecycle at={at} flag={flag} />
            <FlagCode at={at} />
            <FlagTags at={at} flag={flag} />
            <FlagDependencies at={at} flag={flag} />
            <FlagLinks at={at} flag={flag} />
            {!flag.archived && !isYoung(flag) && <FlagRemoval at={at} />}
            {flag.owner && (
                <FactBlock title="Owner">
                    <Text size="sm">{flag.owner.name}</Text>
                </FactBlock>
            )}
            {flag.valueType && (
                <FactBlock title="Value type">
                    <Text size="sm">
                        {flag.valueType}
                        {flag.codeDefault !== undefined && flag.codeDefault !== null && (
                            <>
                                , fallback <code>{JSON.stringify(flag.codeDefault).slice(0, 80)}</code>
                            </>
                        )}
                    </Text>
                </FactBlock>
            )}
            <FactBlock title="Created">
                <Text size="sm" component="div">
                    <RelativeTime at={flag.createdAt} /> by {flag.createdBy.name}
                </Text>
            </FactBlock>
        </aside>
    );
}

const DAY = 86_400_000;

/** Nobody removes a flag on its first day. */
const isYoung = ({ createdAt }: Flag) => Date.now() - Date.parse(createdAt) < DAY;
