import type { StoredMailContent } from '../../../storage/tables/sign-ins.ts';
import { RESET_HOURS } from '../users/password.commands.ts';

export interface MailText {
    subject: string;
    text: string;
    html: string;
}

interface Link {
    url: string;
    /** The link text in HTML; plain text shows the URL. */
    label: string;
}

/** For a user created by an administrator. Without password sign-in, the link leads to the sign-in page. */
export function welcomeText(name: string, url: string, choosesPassword: boolean): MailText {
    const next = choosesPassword
        ? `Choose a password to sign in. The link works once, for ${RESET_HOURS} hours.`
        : 'You can sign in now.';
    return mailText({
        subject: 'Welcome to Halyard',
        before: [`Hello ${name},`, `an account was created for you. ${next}`],
        link: { url, label: choosesPassword ? 'Choose a password' : 'Sign in' },
        after: [],
    });
}

export function resetText(name: string, url: string): MailText {
    return mailText({
        subject: 'Choose a new password',
        before: [
            `Hello ${name},`,
            `a new password was requested for your account in Halyard. The link works once, for ${RESET_HOURS} hours.`,
        ],
        link: { url, label: 'Choose a new password' },
        after: ['If it was not you, do nothing: your password stays as it is.'],
    });
}

/** For mails whose content is stored in the queue. */
export function contentText(name: string, { subject, lines, link }: StoredMailContent, publicUrl: string): MailText {
    return mailText({
        subject,
        before: [`Hello ${name},`, ...lines],
        link: { url: `${publicUrl}${link.path}`, label: link.label },
        after: [],
    });
}

interface Parts {
    subject: string;
    before: readonly string[];
    link: Link;
    after: readonly string[];
}

function mailText({ subject, before, link, after }: Parts): MailText {
    const paragraph = (content: string) => `<p>${content}</p>`;
    const html = [
        ...before.map((line) => paragraph(escapeHtml(line))),
        paragraph(`<a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a>`),
        ...after.map((line) => paragraph(escapeHtml(line))),
    ];
    return {
        subject,
        text: `${[...before, link.url, ...after].join('\n\n')}\n`,
        html: `<!doctype html>\n<html lang="en">\n<body>\n${html.join('\n')}\n</body>\n</html>\n`,
    };
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Names are user input. */
const escapeHtml = (content: string) => content.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
