import { IconHelpCircle, IconHistory, IconUsersGroup } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from './Questions.module.css';

const QUESTIONS = [
    {
        icon: IconHelpCircle,
        question: 'Why?',
        about: 'Ask as one of your users: what they get, and what decided it.',
        to: '/playground',
    },
    {
        icon: IconUsersGroup,
        question: 'What if?',
        about: 'Change a flag: before it is saved, see whom it touches.',
        to: '/search',
    },
    {
        icon: IconHistory,
        question: 'What was?',
        about: 'Go back to any moment: what was live, and who changed it.',
        to: '/history',
    },
] as const;

/** The questions that can be asked here about everything. */
export function Questions() {
    return (
        <nav aria-label="Why, what if, and what was">
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
