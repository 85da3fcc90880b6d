import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { WebLink } from '../../../components/links/WebLink.tsx';
import { formatNumber } from '../../../components/text/numbers.ts';
import { RelativeTime } from '../../../components/time/time.tsx';
import type { FlagAt } from '../flag-requests.ts';
import { useCodeReferences } from './code.queries.ts';
import { FactBlock } from './FactBlock.tsx';
import classes from './FlagCode.module.css';

type Branch = NonNullable<ReturnType<typeof useCodeReferences>['data']>['branches'][number];

/** The code references of the flag by repository, or the time since which there are none. */
export function FlagCode({ at }: { at: FlagAt }) {
    const { data } = useCodeReferences(at);
    // Without a scan, nothing is known about the code.
    if (!data?.isScanned) return null;
    return (
        <FactBlock title="In code">
            {data.branches.map((branch) => (
                <BranchReferences key={`${branch.repository} ${branch.branch}`} branch={branch} />
            ))}
            {data.branches.length === 0 && (
                <Text size="sm" c="dimmed">
                    Not used in code
                </Text>
            )}
        </FactBlock>
    );
}

/** The number of references shown initially, so that the rest of the page stays visible. */
const MAX_SHOWN = 5;

function BranchReferences({ branch: { repository, branch, isDefault, count, places, gone } }: { branch: Branch }) {
    const [isOpen, { toggle }] = useDisclosure();
    const shown = isOpen ? places : places.slice(0, MAX_SHOWN);
    return (
        <div className={classes['branch']}>
            <Text size="sm" truncate title={`${repository} · ${branch}`}>
                {repository}
                {!isDefault && ` · ${branch}`}
            </Text>
            {count === 0 && (
                <Text size="sm" c="dimmed" component="div">
                    No longer used
                    {gone && (
                        <>
                            {' since '}
                            <RelativeTime at={gone.at} />
                        </>
                    )}
                </Text>
            )}
            <ul>
                {shown.map(({ path, line, url, symbol }) => (
                    <li key={`${path}:${line}`} title={symbol ? `${path}:${line}, by ${symbol}` : `${path}:${line}`}>
                        <CodeReference url={url} text={`${path}:${line}`} />
                    </li>
                ))}
            </ul>
            {count > MAX_SHOWN && (
                <Button size="compact-xs" variant="subtle" onClick={toggle}>
                    {isOpen ? 'Show fewer' : `All ${formatNumber(count)} places`}
                </Button>
            )}
            {isOpen && count > places.length && (
                <Text size="xs" c="dimmed">
                    {formatNumber(count - places.length)} more are not listed
                </Text>
            )}
        </div>
    );
}

function CodeReference({ url, text }: { url: string | undefined; text: string }) {
    if (url !== undefined) return <WebLink address={url}>{text}</WebLink>;
    return (
        <Text size="sm" truncate>
            {text}
        </Text>
    );
}
