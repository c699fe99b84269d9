import { useState, type FormEvent } from 'react'
import { useTexts } from '#i18n/index.ts'
import { keepOwnKey } from '#lib/storage/keys-of-owner.ts'
import { OWN_KEY_PROVIDERS, readOwnKeys, type OwnKeyProvider } from '#lib/costs/own-keys.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import styles from './settings.module.css'

/** A stored key is never displayed, except for its last characters. */
const masked = (key: string) => `••••${key.slice(-4)}`

export function ApiKeys() {
  const t = useTexts('settings')
  return (
    <>
      <p className={styles['text']}>{t('keys.text')}</p>
      {OWN_KEY_PROVIDERS.map((provider) => (
        <ApiKey key={provider} provider={provider} />
      ))}
    </>
  )
}

function ApiKey({ provider }: { readonly provider: OwnKeyProvider }) {
  const t = useTexts('settings')
  const [storedKey, setStoredKey] = useState(() => readOwnKeys()[provider])
  const [typed, setTyped] = useState('')

  function saveKey(key: string): void {
    keepOwnKey(provider, key)
    setStoredKey(readOwnKeys()[provider])
    setTyped('')
  }
  function save(event: FormEvent): void {
    event.preventDefault()
    if (typed.trim() !== '') saveKey(typed)
  }

  return (
    <form className={styles['row']} onSubmit={save}>
      <TextField
        label={t(`keys.${provider}`)}
        hint={storedKey && t('keys.kept', { masked: masked(storedKey) })}
        type="password"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className={styles['actions']}>
        <Button type="submit" size="compact">
          {t('keys.save')}
        </Button>
        {storedKey !== undefined && (
          <Button size="compact" variant="danger" onClick={() => saveKey('')}>
            {t('keys.remove')}
          </Button>
        )}
      </div>
    </form>
  )
}
