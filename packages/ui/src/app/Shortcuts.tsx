import { Kbd, Modal } from '@mantine/core';
import { useFocusBack } from '../components/forms/use-focus-back.ts';
import classes from './Shortcuts.module.css';
import { keyNames, SHORTCUTS } from './shortcuts.ts';

const isMac = navigator.platform.startsWith('Mac');
const GROUPS = Object.entries(Object.groupBy(Object.values(SHORTCUTS), ({ where }) => where));

/** A dialog that lists all keyboard shortcuts. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
    useFocusBack();
    return (
        <Modal opened onClose={onClose} title="Keyboard shortcuts" closeButtonProps={{ 'aria-label': 'Close' }}>
            {GROUPS.map(([where, list = []]) => (
                <section key={where} className={classes['group']}>
                    <h3>{where}</h3>
                    <dl>
                        {list.map(({ keys, says }) => (
                            <div key={says}>
                                <dt>{says}</dt>
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
