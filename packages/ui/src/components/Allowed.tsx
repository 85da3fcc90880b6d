import { Tooltip } from '@mantine/core';
import { cloneElement, type ReactElement } from 'react';
import { type Scope, useMay } from './may.ts';

interface Props extends Scope {
    /** The permission it takes; of several, one is enough; of none, everyone may. */
    to: string | readonly string[];
    children: ReactElement<{ disabled?: boolean }>;
}

/** A control that is only for some: others see it disabled, and why. */
export function Allowed({ to, project, environment, children }: Props) {
    const may = useMay();
    const wanted = typeof to === 'string' ? [to] : to;
    if (wanted.length === 0 || wanted.some((permission) => may(permission, { project, environment }))) return children;
    const where = [project && `in project ${project}`, environment && `in ${environment}`].filter(Boolean).join(', ');
    const reason = `You need the permission ${wanted.join(' or ')}${where && ` ${where}`}.`;
    return (
        <Tooltip label={reason}>
            {/* A disabled control takes neither focus nor pointer, so what explains it must. */}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
            <span role="note" aria-label={reason} tabIndex={0} style={{ display: 'inline-flex' }}>
                {cloneElement(children, { disabled: true })}
            </span>
        </Tooltip>
    );
}
