import { SETTING_GROUPS } from './groups.ts'
import { describe, expect, it } from 'vitest'
import { settingsHelp, settingsMarkdown } from './table.ts'
import { variableNotes } from '#lib/variable-types.ts'
import { environment } from './variables.ts'
import { readSettings } from './settings.ts'

const failureOf = (variables: Record<string, string>) => {
  try {
    readSettings(variables)
  } catch (error) {
    return (error as Error).message
  }
  return undefined
}

describe('readSettings', () => {
  it('has a default for every setting', () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      globalAccess: true,
      globalPassphrase: undefined,
      builtinResponder: true,
      localProviders: true,
      providerTimeoutMs: 90_000,
      visitorRepliesPerDay: 20,
      passphraseRepliesPerHour: 100,
      trustedProxies: [],
      inviteTtlSeconds: 1_209_600,
      allowsShareLinks: true,
      meetingConsentText: undefined,
      meetingSound: { days: 90, maxBytes: 2_000_000_000 },
      logLevel: 'info',
    })
  })

  it('treats an empty or blank value as unset', () => {
    expect(readSettings({ PORT: '', OPENAI_API_KEY: '  ' })).toMatchObject({
      port: 3000,
      openai: { apiKey: undefined },
    })
  })

  it('uses the first source with a value', () => {
    const settings = readSettings({ PORT: '', HOST: '::1' }, { PORT: '8080', HOST: '0.0.0.0' })
    expect(settings).toMatchObject({ port: 8080, host: '::1' })
  })

  it('lists the available speech providers when it rejects an unknown one', () => {
    expect(failureOf({ STT_PROVIDERS: 'openai,nobody' })).toMatch(/^STT_PROVIDERS must be some of openai, /)
  })

  it('preserves spaces in a passphrase', () => {
    expect(readSettings({ GLOBAL_PASSPHRASE: ' open sesame ' }).globalPassphrase).toBe(' open sesame ')
  })

  it.each(['off', 'OFF', 'false', 'no', '0'])('treats %s as off', (value) => {
    expect(readSettings({ GLOBAL_ACCESS: value }).globalAccess).toBe(false)
  })

  it.each(['on', 'On', 'true', 'yes', '1'])('treats %s as on', (value) => {
    expect(readSettings({ GLOBAL_ACCESS: value }).globalAccess).toBe(true)
  })

  it('reads a list of proxies', () => {
    const { trustedProxies } = readSettings({ TRUSTED_PROXIES: '10.0.0.0/8, ::1,loopback' })
    expect(trustedProxies).toEqual(['10.0.0.0/8', '::1', 'loopback'])
  })
})

describe('a wrong value', () => {
  it.each([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['OPENAI_BASE_URL', 'localhost'],
    ['OPENAI_BASE_URL', 'ftp://localhost/v1'],
    ['GLOBAL_ACCESS', 'maybe'],
    ['PROVIDER_TIMEOUT_MS', '0'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'proxy.example.org'],
    ['MONTHLY_COST_THRESHOLD_USD', 'much'],
    ['LOG_LEVEL', 'loud'],
  ])(
    '%s=%s is rejected with one sentence that contains the name, the value and an example',
    (name, value) => {
      const sentence = failureOf({ [name]: value })
      expect(sentence).toMatch(new RegExp(`^${name} must be .+ \\(for example ${name}=.+\\)\\.$`))
      expect(sentence).toContain(JSON.stringify(value))
    },
  )

  it.each([
    ['OPENAI_API_KEY', 'sk very secret'],
    ['DATABASE_URL', 'mysql://vee:secret@db/vee'],
    ['SMTP_URL', 'secret'],
    ['REDIS_URL', 'secret'],
  ])('%s is rejected without its value in the message', (name, value) => {
    const sentence = failureOf({ [name]: value })
    expect(sentence).toMatch(new RegExp(`^${name} must `))
    expect(sentence).not.toContain('secret@')
    expect(sentence).not.toContain(value)
  })

  it.each(Object.entries(environment.shape))('%s has a valid example', (_name, schema) => {
    const example = variableNotes.get(schema)?.example ?? ''
    expect(schema.safeParse(example.replaceAll('…', 'x')).success).toBe(true)
  })
})

describe('the table of settings', () => {
  it('contains every variable once, in the help and in docs/settings.md', () => {
    for (const name of Object.keys(environment.shape)) {
      expect(settingsHelp()).toMatch(new RegExp(`^${name} +\\S`, 'm'))
      expect(settingsMarkdown().split(`| \`${name}\` |`)).toHaveLength(2)
    }
  })

  it('has no empty group', () => {
    expect(settingsMarkdown()).not.toContain('(0)')
  })

  it('has no defaults outside the schema', () => {
    expect(settingsMarkdown()).toContain('| `PORT` | 3000 |')
    expect(settingsMarkdown()).toContain('| `OPENAI_API_KEY` | none |')
    expect(settingsMarkdown()).toContain('| `STT_API_KEY` | OPENAI_API_KEY |')
  })
})

it('lists every variable in a group of docs/settings.md', () => {
  const names = Object.keys(environment.shape)
  expect(names.filter((name) => !SETTING_GROUPS.some((group) => group.hasVariable(name)))).toEqual([])
})
