import type { Locale } from '@vee/contract/entities/locale'
import type { Mail } from './ports.ts'
import texts from './reset-mail.json' with { type: 'json' }

const TEXTS: Readonly<Record<Locale, Pick<Mail, 'subject' | 'text'>>> = texts

/** The mail that carries a link to a new password. */
export function resetMail(locale: Locale, link: string): Pick<Mail, 'subject' | 'text'> {
  const { subject, text } = TEXTS[locale]
  return { subject, text: text.replace('{link}', () => link) }
}
