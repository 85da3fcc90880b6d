import { Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Panel } from '../../../components/layout/Panel.tsx';
import { count } from '../../../components/text/numbers.ts';
import type { Results, ResultsView } from '../experiment.queries.ts';
import { FORMULAS } from './formulas.ts';
import classes from './MethodPanel.module.css';

const ABOUT: Record<ResultsView['view'], string> = {
    'always-valid':
        'The intervals hold at every look (α = 5%, narrowest at 5,000 users), so the experiment may be stopped as soon as it is clear.',
    'fixed-horizon':
        'The intervals hold for one look at a time that was planned before the start. Looking every day and stopping at the first clear result shows differences that do not exist.',
    bayesian:
        'The intervals contain the effect with a probability of 95%, given a flat prior. They are not protected against stopping at the first clear result.',
};

/** How the numbers were computed: the formula, its inputs and its output for each of them. */
export function MethodPanel({ results: { vectors }, view }: { results: Results; view: ResultsView['view'] }) {
    const families = Object.entries(Object.groupBy(vectors, ({ family }) => family));
    return (
        <Panel
            title="Method"
            about={
                <>
                    Every number with its formula and inputs. <code>halyard stats check</code> computes the exported
                    file again.
                </>
            }
        >
            <Text size="sm" mb="sm" maw="80ch">
                {ABOUT[view]}
            </Text>
            {families.map(([family, each = []]) => (
                <Family key={family} family={family} vectors={each} />
            ))}
        </Panel>
    );
}

function Family({ family, vectors }: { family: string; vectors: Results['vectors'] }) {
    const [isOpen, { toggle }] = useDisclosure();
    const { name = family, formula, source } = FORMULAS[family] ?? {};
    const Chevron = isOpen ? IconChevronDown : IconChevronRight;
    return (
        <section className={classes['family']}>
            <UnstyledButton className={classes['head'] ?? ''} aria-expanded={isOpen} onClick={toggle}>
                <Chevron size={15} aria-hidden="true" />
                <b>{name}</b>
                <small>{count(vectors.length, 'number')}</small>
            </UnstyledButton>
            {isOpen && (
                <div className={classes['body']}>
                    {formula && <code className={classes['formula']}>{formula}</code>}
                    {source && (
                        <Text size="xs" c="dimmed">
                            {source}
                        </Text>
                    )}
                    {/* A region that scrolls must be reachable by keyboard. */}
                    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
                    <pre className="mono" tabIndex={0}>
                        {vectors.map(({ input, output }) => JSON.stringify({ input, output }, null, 1)).join('\n')}
                    </pre>
                </div>
            )}
        </section>
    );
}
