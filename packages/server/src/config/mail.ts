import { areHeaders, type SettingDeclarations, text, wholeNumber, yesNo } from './setting.ts';

/** The settings of outgoing e-mail. */
export const MAIL = {
    mailHost: text(['EMAIL_HOST'], 'SMTP host; unset: links are displayed instead of sent'),
    mailPort: wholeNumber(['EMAIL_PORT'], 'SMTP port', 587, [1, 65535]),
    mailSecure: yesNo(
        ['EMAIL_SECURE'],
        'Use implicit TLS (port 465); otherwise STARTTLS is used if the server supports it',
        false,
    ),
    mailUser: text(['EMAIL_USER'], 'SMTP username'),
    mailPassword: text(['EMAIL_PASSWORD'], 'SMTP password'),
    mailSender: {
        ...text(['EMAIL_SENDER'], 'Sender address of e-mails; unset: noreply@ followed by the host of the public URL'),
        parse: (value: string) => (/^[^\p{Cc}@]+@[^\p{Cc}@]+$/u.test(value) ? value : undefined),
        expects: 'an address such as flags@example.com or Flags <flags@example.com>',
    },
    mailHeaders: {
        ...text(['EMAIL_OPTIONAL_HEADERS'], 'Additional headers of every e-mail, as a JSON object with string values'),
        parse: (value: string) => (areHeaders(value) ? value : undefined),
        expects: 'a JSON object such as {"X-Mail-Group": "flags"}',
    },
} satisfies SettingDeclarations;
