import { ENVIRONMENT_TYPES, type EnvironmentType } from '../links/environment-types.ts';

const BLUE = '#1f4e96';
const RED = '#c23a26';
const YELLOW = '#efb93a';
const WHITE = '#fbfaf6';
const BLACK = '#1e2429';

/** Flags of the international code of signals, on a 12 × 10 field. */
const FLAGS = {
    A: (
        <>
            <path d="M0 0h6v10H0z" fill={WHITE} />
            <path d="M6 0h6L9.5 5l2.5 5H6z" fill={BLUE} />
        </>
    ),
    D: (
        <>
            <path d="M0 0h12v10H0z" fill={YELLOW} />
            <path d="M0 2.500h12v5H0z" fill={BLUE} />
        </>
    ),
    H: (
        <>
            <path d="M0 0h6v10H0z" fill={WHITE} />
            <path d="M6 0h6v10H6z" fill={RED} />
        </>
    ),
    L: (
        <>
            <path d="M0 0h12v10H0z" fill={YELLOW} />
            <path d="M6 0h6v5H6zM0 5h6v5H0z" fill={BLACK} />
        </>
    ),
    P: (
        <>
            <path d="M0 0h12v10H0z" fill={BLUE} />
            <path d="M4 3.300h4v3.400H4z" fill={WHITE} />
        </>
    ),
    Q: <path d="M0 0h12v10H0z" fill={YELLOW} />,
    R: (
        <>
            <path d="M0 0h12v10H0z" fill={RED} />
            <path d="M4.8 0h2.400v10H4.800zM0 3.900h12v2.200H0z" fill={YELLOW} />
        </>
    ),
    S: (
        <>
            <path d="M0 0h12v10H0z" fill={WHITE} />
            <path d="M3.5 2.900h5v4.200h-5z" fill={BLUE} />
            {/* The outline separates the white flag from a white background. */}
            <path d="M.35.35h11.300v9.300H.350z" fill="none" stroke={BLUE} strokeWidth={0.7} strokeOpacity={0.7} />
        </>
    ),
    T: (
        <>
            <path d="M0 0h4v10H0z" fill={RED} />
            <path d="M4 0h4v10H4z" fill={WHITE} />
            <path d="M8 0h4v10H8z" fill={BLUE} />
        </>
    ),
    Y: (
        <>
            <path d="M0 0h12v10H0z" fill={YELLOW} />
            <path
                d="M0 0h1.500L0 1.500zM3.6 0h2.400L0 6V3.600zM8.4 0h2.400L.8 10H0V8.400zM12 1.200v2.400L5.6 10H3.200zM12 6v2.400L10.4 10H8z"
                fill={RED}
            />
        </>
    ),
};

export type Signal = keyof typeof FLAGS;

interface Props {
    letter: Signal;
    width?: number;
}

export function SignalFlag({ letter, width = 14 }: Props) {
    return (
        <svg
            width={width}
            height={(width * 10) / 12}
            viewBox="0 0 12 10"
            aria-hidden="true"
            style={{ flex: 'none', borderRadius: 1.5, filter: 'drop-shadow(0 0 0.5px rgb(0 0 0 / 55%))' }}
        >
            {FLAGS[letter]}
        </svg>
    );
}

const SIGNAL_OF_TYPE: Record<EnvironmentType, Signal> = {
    development: 'D',
    test: 'T',
    preproduction: 'S',
    // The Blue Peter: about to sail.
    production: 'P',
};

/** Each type of environment has its own signal flag. */
export function EnvironmentMark({ type, width = 14 }: { type: string | undefined; width?: number }) {
    // Custom types are allowed, too.
    const knownType = ENVIRONMENT_TYPES.find((each) => each === type);
    return <SignalFlag letter={knownType ? SIGNAL_OF_TYPE[knownType] : 'Q'} width={width} />;
}
