import { Kbd, Modal } from '@mantine/core';
import { useFocusBack } from '../components/forms/use-focus-back.ts';
import classes from './Shortcuts.module.css';
import { SHORTCUTS } from './shortcuts.ts';

const isMac = navigator.platform.startsWith('Mac');
/** The scope and the description of each shortcut. */
const DESCRIPTIONS: Record<keyof typeof SHORTCUTS, { where: string; description: string }> = {
    palette: { where: 'Everywhere', description: 'Search and run commands' },
    help: { where: 'Everywhere', description: 'Show these shortcuts' },
    confirm: { where: 'Dialogs', description: 'Confirm' },
    search: { where: 'Lists of flags', description: 'Search' },
    rows: { where: 'Lists of flags', description: 'Move between the search and the rows' },
    open: { where: 'Lists of flags', description: 'Open the first result, or the selected row' },
    create: { where: 'Lists of flags', description: 'Create a flag' },
    comment: { where: 'A change request', description: 'Comment' },
    send: { where: 'A change request', description: 'Send to review, or schedule' },
    approve: { where: 'A change request', description: 'Approve, or confirm' },
    apply: { where: 'A change request', description: 'Apply now, or approve and apply' },
    reject: { where: 'A change request', description: 'Reject, or object' },
    breakGlass: { where: 'A change request', description: 'Break glass' },
    cancel: { where: 'A change request', description: 'Cancel it' },
};

const GROUPS = Object.entries(
    Object.groupBy(
        // The keys of the object are the names of the shortcuts.
        (Object.keys(DESCRIPTIONS) as (keyof typeof SHORTCUTS)[]).map((name) => ({
            ...SHORTCUTS[name],
            ...DESCRIPTIONS[name],
        })),
        ({ where }) => where,
    ),
);

/** Keys whose label differs from the key event: ? is shown as one key. */
const NAMES: Record<string, string> = { arrowdown: '↓', shift: '' };

/** Returns the keys as labelled on the keyboard. */
function keyNames(keys: string, isMac: boolean): string[] {
    return keys
        .split('+')
        .map((key) => (key === 'mod' ? (isMac ? '⌘' : 'Ctrl') : (NAMES[key.toLowerCase()] ?? key)))
        .filter(Boolean);
}

/** A dialog that lists all keyboard shortcuts. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
    useFocusBack();
    return (
        <Modal opened onClose={onClose} title="Keyboard shortcuts" closeButtonProps={{ 'aria-label': 'Close' }}>
            {GROUPS.map(([where, list = []]) => (
                <section key={where} className={classes['group']}>
                    <h3>{where}</h3>
                    <dl>
                        {list.map(({ keys, description }) => (
                            <div key={description}>
                                <dt>{description}</dt>
                                <dd>
                                    {keyNames(keys, isMac).map((key) => (
                                        <Kbd key={key} size="xs">
                                            {key}
                                        </Kbd>
                                    ))}
                                </dd>
                            </div>
                        ))}
                    </dl>
                </section>
            ))}
        </Modal>
    );
}
