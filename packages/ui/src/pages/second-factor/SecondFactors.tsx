import { Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Confirm } from '../../components/forms/Confirm.tsx';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { QueryContent } from '../../components/layout/States.tsx';
import { RowActions } from '../../components/lists/RowActions.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { RelativeTime } from '../../components/time/time.tsx';
import { canUsePasskeys } from './passkeys.ts';
import { RecoveryCodesDialog } from './RecoveryCodes.tsx';
import {
    type OwnSecondFactors,
    useOwnSecondFactors,
    useRemovePasskey,
    useRemoveTotp,
    useRenewRecoveryCodes,
} from './second-factor.queries.ts';

const TotpForm = lazyComponent(() => import('./TotpForm.tsx'), 'TotpForm');
const PasskeyForm = lazyComponent(() => import('./PasskeyForm.tsx'), 'PasskeyForm');

/** The second factors of the signed-in user. */
export function SecondFactors() {
    const factors = useOwnSecondFactors();
    const [adds, setAdds] = useState<'totp' | 'passkey'>();
    const [codes, setCodes] = useState<readonly string[]>();
    const close = () => setAdds(undefined);
    const onAdded = (recoveryCodes: readonly string[] | undefined) => {
        close();
        setCodes(recoveryCodes);
    };
    return (
        <Panel title="Second factor" about="Needed after your password" flush>
            <QueryContent query={factors}>
                {(own) => <Factors own={own} onAdd={setAdds} onRenewed={setCodes} />}
            </QueryContent>
            <Modal
                opened={adds !== undefined}
                onClose={close}
                title={adds === 'passkey' ? 'Add a passkey' : 'Add an app for codes'}
                closeButtonProps={{ 'aria-label': 'Close' }}
            >
                <Suspense fallback={null}>
                    {adds === 'totp' && <TotpForm onAdded={onAdded} onCancel={close} />}
                    {adds === 'passkey' && <PasskeyForm onAdded={onAdded} onCancel={close} />}
                </Suspense>
            </Modal>
            <RecoveryCodesDialog codes={codes} onDone={() => setCodes(undefined)} />
        </Panel>
    );
}

interface FactorsProps {
    own: OwnSecondFactors;
    onAdd: (kind: 'totp' | 'passkey') => void;
    onRenewed: (codes: readonly string[]) => void;
}

/** A row of the table: the app, or a passkey. */
interface Factor {
    key: string;
    name: string;
    createdAt: string;
    seenAt: string | null | undefined;
    remove: () => Promise<unknown>;
}

function Factors({ own, onAdd, onRenewed }: FactorsProps) {
    const removeTotp = useRemoveTotp();
    const removePasskey = useRemovePasskey();
    const renew = useRenewRecoveryCodes();
    const { totp, passkeys, recoveryCodes, isRequired, passkeysAvailable } = own;
    const rows: Factor[] = [
        ...(totp
            ? [
                  {
                      key: 'totp',
                      name: 'App for codes',
                      createdAt: totp.createdAt,
                      seenAt: undefined,
                      remove: () => removeTotp.mutateAsync(undefined),
                  },
              ]
            : []),
        ...passkeys.map((passkey) => ({
            ...passkey,
            key: String(passkey.id),
            remove: () => removePasskey.mutateAsync(passkey),
        })),
    ];
    const warning =
        rows.length > 1
            ? 'Sign-in then needs one of the others.'
            : isRequired
              ? 'It is your only second factor, and your administrators require one: you have to add another at once.'
              : 'It is your only second factor. Your password alone signs in then, and the recovery codes stop working.';
    return (
        <>
            <Table
                label="Second factors"
                rows={rows}
                rowKey={({ key }) => key}
                empty={
                    isRequired ? 'None yet. Your administrators require one.' : 'None: your password alone signs in.'
                }
                columns={[
                    { title: 'Factor', isMain: true, cell: ({ name }) => <b>{name}</b> },
                    { title: 'Added', cell: ({ createdAt }) => <RelativeTime at={createdAt} c="dimmed" /> },
                    {
                        title: 'Last used',
                        cell: ({ seenAt }) => (seenAt === undefined ? '–' : <RelativeTime at={seenAt} c="dimmed" />),
                    },
                ]}
                actions={({ name, remove }) => (
                    <RowActions name={name} remove={{ needs: [], action: remove, warning }} />
                )}
                actionsWidth={50}
            />
            <Stack gap="xs" p="md">
                <Group gap="xs">
                    {passkeysAvailable && canUsePasskeys() && (
                        <Button
                            size="xs"
                            variant="default"
                            leftSection={<IconFingerprint size={15} />}
                            onClick={() => onAdd('passkey')}
                        >
                            Add a passkey
                        </Button>
                    )}
                    {!totp && (
                        <Button
                            size="xs"
                            variant="default"
                            leftSection={<IconDeviceMobile size={15} />}
                            onClick={() => onAdd('totp')}
                        >
                            Add an app for codes
                        </Button>
                    )}
                    {rows.length > 0 && (
                        <Confirm
                            title="Create new recovery codes?"
                            verb="Create codes"
                            isSafe
                            action={async () => onRenewed((await renew.mutateAsync(undefined)).recoveryCodes)}
                            trigger={
                                <Button size="xs" variant="default">
                                    New recovery codes…
                                </Button>
                            }
                        >
                            All previous recovery codes stop working.
                        </Confirm>
                    )}
                </Group>
                {rows.length > 0 && (
                    <Text size="xs" c="dimmed">
                        {recoveryCodes === 0 ? <Badge color="red">No recovery codes left</Badge> : recoveryCodes} unused
                        recovery {recoveryCodes === 1 ? 'code' : 'codes'}.
                    </Text>
                )}
                {!passkeysAvailable && (
                    <Text size="xs" c="dimmed">
                        Passkeys need a public URL with a host name (UNLEASH_URL).
                    </Text>
                )}
            </Stack>
        </>
    );
}
