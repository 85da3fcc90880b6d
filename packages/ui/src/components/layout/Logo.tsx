interface Props {
    size?: number;
}

/** A flag on its mast, and the halyard that hoists it. */
export function Logo({ size = 28 }: Props) {
    return (
        <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="7" fill="#0b3f47" />
            <path
                d="M10 26c-3.4 0-4.6-2-3.6-4.400C8.3 17 8.3 10.5 10 6"
                fill="none"
                stroke="#74b5ba"
                strokeWidth="1.6"
                strokeLinecap="round"
            />
            <path d="M10 6v20" stroke="#f4efe3" strokeWidth="2" strokeLinecap="round" />
            <path d="M10 7.500h14l-4 4.75 4 4.750H10z" fill="#e2a62c" />
            <circle cx="10" cy="5.5" r="1.9" fill="#f4efe3" />
        </svg>
    );
}
