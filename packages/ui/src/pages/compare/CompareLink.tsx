import { Button } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

interface Props {
    project: string | undefined;
    environment?: string | undefined;
}

export function CompareLink({ project, environment }: Props) {
    return (
        <Button
            variant="default"
            leftSection={<IconArrowsDiff size={15} />}
            renderRoot={(props) => <Link {...props} to="/compare" search={{ project, environment }} />}
        >
            Compare moments
        </Button>
    );
}
