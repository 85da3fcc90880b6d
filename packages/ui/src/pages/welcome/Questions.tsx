import { IconHelpCircle, IconHistory, IconUsersGroup } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from './Questions.module.css';

const QUESTIONS = [
    {
        icon: IconHelpCircle,
        question: 'Why?',
        about: 'Evaluate flags as one of your users, and see what decided.',
        to: '/playground',
    },
    {
        icon: IconUsersGroup,
        question: 'What if?',
        about: 'Change a flag, and see who is affected before you save it.',
        to: '/search',
    },
    {
        icon: IconHistory,
        question: 'Time travel',
        about: 'See what was live at any moment, and who changed it.',
        to: '/history',
    },
] as const;

/** Links to the pages that answer common questions. */
export function Questions() {
    return (
        <nav aria-label="Explore">
            <ul className={classes['questions']}>
                {QUESTIONS.map(({ icon: Icon, question, about, to }) => (
                    <li key={to}>
                        <Icon size={20} stroke={1.6} aria-hidden="true" />
                        <div>
                            <Link to={to}>{question}</Link>
                            <span>{about}</span>
                        </div>
                    </li>
                ))}
            </ul>
        </nav>
    );
}
