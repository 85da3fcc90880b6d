import { Stack } from '@mantine/core';
import { Page } from '../../components/layout/Page.tsx';
import { FlagTypes } from './FlagTypes.tsx';
import { StrategyTypes } from './StrategyTypes.tsx';
import { TagTypes } from './TagTypes.tsx';

export function TypesPage() {
    return (
        <Page title="Types and tags" about="The kinds of flags, tags and strategies that people choose from.">
            <Stack gap={28}>
                <FlagTypes />
                <TagTypes />
                <StrategyTypes />
            </Stack>
        </Page>
    );
}
