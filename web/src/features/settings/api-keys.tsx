import type { EndpointTest } from '@vee/contract/entities/model-endpoint'
import {
  OWN_KEY_VENDOR_NAMES,
  OWN_KEY_VENDORS,
  ownKeyHeader,
  type OwnKeyVendor,
} from '@vee/contract/entities/own-key-vendors'
import type { listOwnKeyVendors, testOwnKey } from '@vee/contract/http/own-keys'
import { useState, type FormEvent } from 'react'
import { useTestSentence } from '#models/index.ts'
import { useTexts } from '#i18n/index.ts'
import { ApiError, type Api } from '#lib/http/index.ts'
import { useAnswer } from '#lib/http/use-answer.ts'
import { keepOwnKey } from '#lib/storage/keys-of-owner.ts'
import { readOwnKeys } from '#lib/costs/own-keys.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import styles from './settings.module.css'

/** The format of a key that the server accepts; it is sent as a header. */
const KEY = /^[\x21-\x7e]{8,400}$/

/** A stored key is never displayed, except for its last characters. */
const masked = (key: string) => `••••${key.slice(-4)}`

/** The person's own keys for vendors that the host allows, and stored ones for others, which can be removed. */
export function ApiKeys({ api }: { readonly api: Api }) {
  const t = useTexts('settings')
  const { answer } = useAnswer('own key vendors', (signal) =>
    api.json<typeof listOwnKeyVendors>('GET', '/own-keys/vendors', { signal }),
  )
  const [stored] = useState(readOwnKeys)
  // Without a response nothing is hidden: the server decides again when a key is used.
  const allowed = answer.status === 'ready' ? answer.value.vendors : OWN_KEY_VENDORS
  return (
    <>
      <p className={styles['text']}>{t('keys.text')}</p>
      {OWN_KEY_VENDORS.filter((vendor) => allowed.includes(vendor) || stored[vendor] !== undefined).map(
        (vendor) => (
          <ApiKey key={vendor} api={api} vendor={vendor} isAllowed={allowed.includes(vendor)} />
        ),
      )}
      {allowed.length === 0 && <p className={styles['text']}>{t('keys.none')}</p>}
    </>
  )
}

interface ApiKeyProps {
  readonly api: Api
  readonly vendor: OwnKeyVendor
  /** whether the host allows keys of this vendor */
  readonly isAllowed: boolean
}

function ApiKey({ api, vendor, isAllowed }: ApiKeyProps) {
  const t = useTexts('settings')
  const [storedKey, setStoredKey] = useState(() => readOwnKeys()[vendor])
  const [typed, setTyped] = useState('')
  const test = useKeyTest(api, vendor)
  const name = OWN_KEY_VENDOR_NAMES[vendor]

  function saveKey(key: string): void {
    keepOwnKey(vendor, key)
    setStoredKey(readOwnKeys()[vendor])
    setTyped('')
    test.clear()
  }
  function save(event: FormEvent): void {
    event.preventDefault()
    if (typed.trim() !== '') saveKey(typed)
  }
  const tested = typed.trim() === '' ? storedKey : typed.trim()

  return (
    <form className={styles['row']} onSubmit={save}>
      <TextField
        label={t('keys.of', { vendor: name })}
        hint={storedKey && t(isAllowed ? 'keys.kept' : 'keys.notAllowed', { masked: masked(storedKey) })}
        type="password"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          test.clear()
        }}
      />
      <div className={styles['actions']}>
        <Button type="submit" size="compact">
          {t('keys.save')}
        </Button>
        {isAllowed && tested !== undefined && (
          <Button size="compact" isLoading={test.isRunning} onClick={() => void test.run(tested)}>
            {t('keys.test')}
          </Button>
        )}
        {storedKey !== undefined && (
          <Button size="compact" variant="danger" onClick={() => saveKey('')}>
            {t('keys.remove')}
          </Button>
        )}
      </div>
      <output className={styles['text']}>{test.sentence}</output>
    </form>
  )
}

/** Tests a key at its vendor. The key is sent in a header of that request only. */
function useKeyTest(api: Api, vendor: OwnKeyVendor) {
  const t = useTexts('settings')
  const errors = useTexts('errors')
  const sentenceOf = useTestSentence()
  const [state, setState] = useState<'running' | 'invalid' | EndpointTest | ApiError>()
  const sentence = () => {
    if (state === undefined || state === 'running') return ''
    if (state === 'invalid') return t('keys.invalid')
    return state instanceof ApiError ? errors(state.code) : sentenceOf(state)
  }
  return {
    isRunning: state === 'running',
    sentence: sentence(),
    clear: () => setState(undefined),
    async run(key: string): Promise<void> {
      if (!KEY.test(key)) return setState('invalid')
      setState('running')
      try {
        setState(
          await api.json<typeof testOwnKey>('POST', '/own-keys/test', {
            body: { vendor },
            headers: { [ownKeyHeader(vendor)]: key },
          }),
        )
      } catch (error) {
        setState(error instanceof ApiError ? error : undefined)
      }
    },
  }
}
