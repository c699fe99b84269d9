import type { postGlobalLogin } from '@vee/contract/http/auth'
import { useRef, useState, type FormEvent } from 'react'
import { useTexts } from '#i18n/index.ts'
import { ApiError, type Api } from '#lib/api/index.ts'
import { keepToken } from '#lib/auth-token.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/choice.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './global-access.module.css'

interface GlobalAccessProps {
  readonly api: Api
  readonly onSignedIn: () => void
}

/** Sign-in by the passphrase that the host shares. What is typed stays when it is refused. */
export function GlobalAccess({ api, onSignedIn }: GlobalAccessProps) {
  const t = useTexts('login')
  const errors = useTexts('errors')
  const form = useRef<HTMLFormElement>(null)
  const [remember, setRemember] = useState(false)
  const [state, setState] = useState<{ readonly isSending: boolean; readonly error?: string }>({
    isSending: false,
  })

  function refuse(error: string): void {
    setState({ isSending: false, error })
    form.current?.querySelector('input')?.focus()
  }

  async function signIn(password: string): Promise<void> {
    setState({ isSending: true })
    try {
      const { token } = await api.json<typeof postGlobalLogin>('POST', '/auth/global', {
        body: { password, remember },
      })
      keepToken(token, remember)
      onSignedIn()
    } catch (error) {
      refuse(error instanceof ApiError ? errors(error.code) : errors('GENERIC'))
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const password = new FormData(event.currentTarget).get('password')
    if (typeof password !== 'string' || password === '') refuse(t('global.required'))
    else void signIn(password)
  }

  return (
    <form ref={form} className={styles['form']} onSubmit={submit} noValidate>
      <h2>{t('global.title')}</h2>
      <p className={styles['text']}>{t('global.text')}</p>
      <TextField
        label={t('global.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        error={state.error}
      />
      <Checkbox label={t('global.remember')} isChecked={remember} onChange={setRemember} />
      <Button type="submit" variant="primary" isLoading={state.isSending}>
        {t('global.submit')}
      </Button>
    </form>
  )
}
