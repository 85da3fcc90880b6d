import { Alert, Badge, Button, Checkbox, Group, List, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { download } from '../../components/links/download.ts';
import { count, formatNumber } from '../../components/text/numbers.ts';
import classes from './ForeignReport.module.css';
import type { ForeignReport as Report, ReportedFlag, Verdict } from './foreign-import.queries.ts';
import { openFlags, reasonOf, sortByVerdict, VERDICT_NAMES, VERDICTS } from './verdicts.ts';

interface Props {
    report: Report;
    /** The flags that are imported although they lose rules or replace existing flags. */
    accepted: ReadonlySet<string>;
    onAccept: (accepted: ReadonlySet<string>) => void;
}

/** The result of every rule, lost ones first. */
export function ForeignReport({ report, accepted, onAccept }: Props) {
    const [only, setOnly] = useState<Verdict>();
    const open = openFlags(report);
    const flags = sortByVerdict(report.flags).filter(({ verdict }) => only === undefined || verdict === only);
    const { compared, differences } = report.proof;
    return (
        <Stack gap="md">
            <Counts report={report} only={only} onOnly={setOnly} />
            {open.length > 0 && (
                <Alert
                    color="red"
                    icon={<IconAlertTriangle size={16} />}
                    title={`${count(open.length, 'flag')} would behave differently, or replace an existing flag`}
                >
                    <Text size="sm">
                        {open.length === 1
                            ? 'It is not imported unless you select it.'
                            : 'They are not imported unless you select them.'}{' '}
                        Lost rules exclude users; they never include more.
                    </Text>
                    {open.length > 1 && (
                        <Checkbox
                            mt={8}
                            size="sm"
                            label={`Import all ${formatNumber(open.length)} anyway`}
                            checked={open.every((name) => accepted.has(name))}
                            indeterminate={accepted.size > 0 && accepted.size < open.length}
                            onChange={({ currentTarget }) => onAccept(new Set(currentTarget.checked ? open : []))}
                        />
                    )}
                </Alert>
            )}
            {report.leftOut.length > 0 && (
                <Alert
                    color="brass"
                    icon={<IconAlertTriangle size={16} />}
                    title={`${count(report.leftOut.length, 'flag')} cannot be imported`}
                >
                    <List size="sm">
                        {report.leftOut.slice(0, 20).map(({ name, path, reason }) => (
                            <List.Item key={path}>
                                <b>{name}</b>: {reason}
                            </List.Item>
                        ))}
                    </List>
                    {report.leftOut.length > 20 && <Text size="sm">And {report.leftOut.length - 20} more.</Text>}
                </Alert>
            )}
            <FlagList
                // Expanded rows are reset when the filter changes.
                key={only}
                flags={flags}
                open={open}
                accepted={accepted}
                onAccept={onAccept}
            />
            <Text size="sm">
                {compared === 0
                    ? 'No rules were compared: there were no sample contexts to evaluate them with.'
                    : differences.length === 0
                      ? `Halyard evaluated ${formatNumber(compared)} sample contexts against both versions; results match${report.flags.some(({ verdict }) => verdict === 'lost') ? ', except for lost rules' : ''}.`
                      : `Of ${formatNumber(compared)} evaluated sample contexts, ${formatNumber(differences.length)} gave a different result: ${[...new Set(differences.map(({ flag }) => flag))].join(', ')}.`}
            </Text>
            {[...report.notes, ...report.warnings].length > 0 && (
                <div>
                    <Text component="h2" size="sm" fw={600} mb={4}>
                        Before you switch your code
                    </Text>
                    <List size="sm" spacing={2}>
                        {[...report.notes, ...report.warnings].map((note) => (
                            <List.Item key={note}>{note}</List.Item>
                        ))}
                    </List>
                </div>
            )}
        </Stack>
    );
}

/** The number of flags by verdict. A click filters the list. */
function Counts({
    report,
    only,
    onOnly,
}: {
    report: Report;
    only: Verdict | undefined;
    onOnly: (verdict: Verdict | undefined) => void;
}) {
    const shown = VERDICT_NAMES.flatMap((verdict) => {
        const number = report.counts[verdict] ?? 0;
        return number > 0 ? [{ verdict, number }] : [];
    });
    return (
        <ul className={classes['counts']} aria-label="Flags by import result">
            {shown.map(({ verdict, number }) => (
                <li key={verdict}>
                    <UnstyledButton
                        className={classes['count']}
                        aria-pressed={only === verdict}
                        onClick={() => onOnly(only === verdict ? undefined : verdict)}
                    >
                        <span className={classes['number']}>
                            <b>{formatNumber(number)}</b> {VERDICTS[verdict].label}
                        </span>
                        <span className={classes['means']}>{VERDICTS[verdict].meaning}</span>
                    </UnstyledButton>
                </li>
            ))}
        </ul>
    );
}

const INITIAL_ROWS = 50;

interface ListProps extends Pick<Props, 'accepted' | 'onAccept'> {
    flags: readonly ReportedFlag[];
    open: readonly string[];
}

function FlagList({ flags, open, accepted, onAccept }: ListProps) {
    const [most, setMost] = useState(INITIAL_ROWS);
    const openNames = new Set(open);
    return (
        <div>
            <ul className={classes['flags']} aria-label="Import result of each flag">
                {flags.slice(0, most).map((flag, index) => (
                    <Flag
                        key={flag.name}
                        flag={flag}
                        // Lost rules and replaced flags need attention.
                        isUnfolded={(flag.verdict === 'lost' || flag.change === 'replaced') && index < 3}
                        isLeftOut={openNames.has(flag.name) && !accepted.has(flag.name)}
                        {...(openNames.has(flag.name) && {
                            onAccept: (isAccepted) => {
                                const others = new Set([...accepted].filter((name) => name !== flag.name));
                                onAccept(isAccepted ? others.add(flag.name) : others);
                            },
                        })}
                    />
                ))}
            </ul>
            {flags.length > most && (
                <Button mt={8} size="xs" variant="default" onClick={() => setMost(most + INITIAL_ROWS)}>
                    Show more of {formatNumber(flags.length)}
                </Button>
            )}
        </div>
    );
}

interface FlagProps {
    flag: ReportedFlag;
    isUnfolded: boolean;
    isLeftOut: boolean;
    onAccept?: (isAccepted: boolean) => void;
}

function Flag({ flag, isUnfolded: initially, isLeftOut, onAccept }: FlagProps) {
    const [isUnfolded, setUnfolded] = useState(initially);
    const Chevron = isUnfolded ? IconChevronDown : IconChevronRight;
    return (
        <li>
            <UnstyledButton
                className={classes['summary']}
                aria-expanded={isUnfolded}
                onClick={() => setUnfolded(!isUnfolded)}
            >
                <Chevron size={14} aria-hidden="true" />
                <span className={classes['name']}>{flag.name}</span>
                <VerdictBadge verdict={flag.verdict} />
                <span className={classes['reason']}>{!isUnfolded && reasonOf(flag)}</span>
                {isLeftOut && <span className={classes['left']}>not imported</span>}
            </UnstyledButton>
            {isUnfolded && (
                <div className={classes['body']}>
                    {onAccept && (
                        <Checkbox
                            size="xs"
                            label={`Import ${flag.name} anyway`}
                            checked={!isLeftOut}
                            onChange={({ currentTarget }) => onAccept(currentTarget.checked)}
                        />
                    )}
                    {flag.change === 'replaced' && <p className={classes['where']}>The existing flag changes:</p>}
                    <Notes notes={flag.differences ?? []} />
                    <Notes notes={flag.notes} />
                    {flag.environments.map((state) => (
                        <State key={state.environment} state={state} />
                    ))}
                </div>
            )}
        </li>
    );
}

function State({ state }: { state: ReportedFlag['environments'][number] }) {
    const { from, environment, enabled, reads, rules, notes } = state;
    return (
        <div>
            <p className={classes['where']}>
                {from === '*' || from === environment ? `In ${environment}` : `${from} becomes ${environment}`},{' '}
                {enabled ? 'on' : 'off'}, read {reads === 'variant' ? 'by its variant' : 'by whether it is on'}
            </p>
            <table className={classes['rules']}>
                <tbody>
                    {rules.map((rule) => (
                        // One rule of the source can become several rules.
                        <tr key={`${rule.path} ${rule.title}`}>
                            <th scope="row">
                                {rule.title} <br />
                                <code>{rule.path}</code>
                            </th>
                            <td>
                                <VerdictBadge verdict={rule.verdict} />
                            </td>
                            <td>{[...rule.reasons, ...rule.when.map((each) => `when ${each}`)].join('; ')}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
            <Notes notes={notes} />
        </div>
    );
}

function Notes({ notes }: { notes: readonly string[] }) {
    if (notes.length === 0) return null;
    return (
        <ul>
            {notes.map((note) => (
                <li key={note}>{note}</li>
            ))}
        </ul>
    );
}

const VerdictBadge = ({ verdict }: { verdict: Verdict }) => (
    <Badge size="sm" color={VERDICTS[verdict].color} style={{ flex: 'none' }}>
        {VERDICTS[verdict].label}
    </Badge>
);

/** Downloads of the report for users and programs. */
export function ReportDownloads({ report, source }: { report: Report; source: string }) {
    const { markdown, ...data } = report;
    return (
        <Group gap="xs">
            <Button
                size="xs"
                variant="default"
                leftSection={<IconDownload size={14} />}
                onClick={() => download(`import-${source}.md`, 'text/markdown', markdown)}
            >
                Report as Markdown
            </Button>
            <Button
                size="xs"
                variant="default"
                leftSection={<IconDownload size={14} />}
                onClick={() => download(`import-${source}.json`, 'application/json', JSON.stringify(data, null, 2))}
            >
                Report as JSON
            </Button>
        </Group>
    );
}
