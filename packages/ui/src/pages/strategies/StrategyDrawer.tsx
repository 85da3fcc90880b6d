import { Alert, Button, Drawer, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../api/client.ts';
import type { NewStrategy } from '../../api/types.ts';
import { Diff } from '../../components/Diff.tsx';
import { EnvironmentMark } from '../../components/SignalFlag.tsx';
import { useSegments } from '../segments/segment.queries.ts';
import { type Draft, toBody } from './draft.ts';
import { constraintGap } from './operators.ts';
import { StrategySentence } from './Sentence.tsx';
import classes from './StrategyEditor.module.css';
import { Section, StrategyFields } from './StrategyFields.tsx';

interface Props {
    title: string;
    projectId: string;
    /** Undefined for strategies that flags get later. */
    flag?: string;
    environment: { name: string; type: string };
    start: Draft;
    /** There was none before. */
    isNew?: boolean;
    canChooseType?: boolean;
    defaultStickiness: string;
    /** What to think of before a production environment changes. */
    warning: string;
    save: {
        mutate: (body: NewStrategy, react: { onSuccess: () => void; onError: () => void }) => void;
        isPending: boolean;
        error: unknown;
    };
    onClose: () => void;
}

/** A strategy to work on. Before it changes a production environment, the difference is shown. */
export function StrategyDrawer(props: Props) {
    const { title, projectId, flag, environment, start, isNew = false, canChooseType = false, save, onClose } = props;
    const [draft, setDraft] = useState(start);
    const [isReviewing, setIsReviewing] = useState(false);
    const [showsGaps, setShowsGaps] = useState(false);
    const { data: segments = [] } = useSegments();
    const isProduction = environment.type === 'production';

    function submit() {
        if (draft.constraints.some((constraint) => constraintGap(constraint) !== undefined)) setShowsGaps(true);
        else if (isProduction && !isReviewing) setIsReviewing(true);
        else save.mutate(toBody(draft), { onSuccess: onClose, onError: () => setIsReviewing(false) });
    }

    return (
        <Drawer
            opened
            onClose={onClose}
            size={680}
            title={
                <Group gap={9}>
                    <EnvironmentMark type={environment.type} width={16} />
                    {title}
                </Group>
            }
            classNames={{ body: classes['body'] ?? '', content: classes['content'] ?? '' }}
            closeButtonProps={{ 'aria-label': 'Close' }}
        >
            <form
                className={classes['form']}
                noValidate
                onSubmit={(event) => {
                    event.preventDefault();
                    submit();
                }}
            >
                <div className={classes['scroll']}>
                    <div className={classes['sentence']}>
                        <StrategySentence strategy={draft} segments={segments} />
                    </div>
                    {isReviewing ? (
                        <Section title="Review" about={props.warning}>
                            <Diff before={isNew ? {} : toBody(start)} after={toBody(draft)} />
                        </Section>
                    ) : (
                        <StrategyFields
                            draft={draft}
                            onChange={setDraft}
                            projectId={projectId}
                            flag={flag}
                            segments={segments}
                            defaultStickiness={props.defaultStickiness}
                            canChooseType={canChooseType}
                            showsGaps={showsGaps}
                        />
                    )}
                </div>
                <div className={classes['footer']}>
                    {Boolean(save.error) && (
                        <Alert color="red" icon={<IconAlertTriangle size={16} />} role="alert" mb="xs">
                            {messageOf(save.error)}
                        </Alert>
                    )}
                    <Group justify="flex-end" gap="xs">
                        {isReviewing ? (
                            <Button variant="default" onClick={() => setIsReviewing(false)}>
                                Back
                            </Button>
                        ) : (
                            <Button variant="default" onClick={onClose}>
                                Cancel
                            </Button>
                        )}
                        <Button type="submit" loading={save.isPending}>
                            {isReviewing ? `Save to ${environment.name}` : isProduction ? 'Review' : 'Save strategy'}
                        </Button>
                    </Group>
                </div>
            </form>
        </Drawer>
    );
}
