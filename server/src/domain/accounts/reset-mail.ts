import type { Locale } from '@vee/contract/entities/locale'
import type { Mail } from './ports.ts'
import texts from './reset-mail.json' with { type: 'json' }

const TEXTS: Readonly<Record<Locale, Pick<Mail, 'subject' | 'text'>>> = texts

/** Returns the mail with a link for resetting the password. */
export function resetMail(locale: Locale, link: string): Pick<Mail, 'subject' | 'text'> {
  const { subject, text } = TEXTS[locale]
  return { subject, text: text.replace('{link}', () => link) }
}
