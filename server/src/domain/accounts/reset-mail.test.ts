import { expect, it } from 'vitest'
import { LOCALES } from '@vee/contract/entities/locale'
import { resetMail } from './password-reset.ts'

it.each(LOCALES)('has a subject and the link in %s', (locale) => {
  const { subject, text } = resetMail(locale, 'https://vee.example.org/#reset=$&')
  expect(subject).toContain('Vee')
  expect(text.match(/https:\/\/vee\.example\.org\/#reset=\$&/g)).toHaveLength(1)
  expect(text).not.toContain('{')
})
