import { SAMPLING_LIMITS, type SamplingOption } from '@vee/contract/entities/sampling-limits'
import { MAX_PROMPT_LENGTH, MAX_PROMPT_TITLE_LENGTH } from '@vee/contract/entities/teams/prompt-limits'
import type { listOrganizations } from '@vee/contract/http/teams/organizations'
import type {
  createSavedPrompt,
  deleteSavedPrompt,
  SavedPrompt,
  updateSavedPrompt,
} from '@vee/contract/http/teams/prompts'
import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { readSampling } from '#lib/sampling.ts'
import { SamplingFields } from '#models/sampling-fields.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { TextArea, TextField } from '#ui/controls/text-field.tsx'
import { useForm } from '#ui/controls/use-form.ts'
import { MARKS } from './marks.ts'
import styles from './prompts.module.css'
import type { PromptTools } from './tools.ts'

interface PromptFormProps extends PromptTools {
  /** undefined for a new one */
  readonly prompt: SavedPrompt | undefined
  readonly onBack: () => void
  readonly onDone: () => void
}

/** The form that creates, changes or deletes a prompt. */
export function PromptForm({ api, tell, prompt, onBack, onDone }: PromptFormProps) {
  const t = useTexts('prompts')
  const models = useTexts('models')
  const [organizationId, setOrganizationId] = useState('')
  const { form, isSending, errorOf } = useForm<'title' | 'text' | SamplingOption>(async (typed) => {
    const title = typed('title').trim()
    const text = typed('text').trim()
    if (title === '' || title.length > MAX_PROMPT_TITLE_LENGTH) {
      return { field: 'title', text: t('titleMissing', { max: MAX_PROMPT_TITLE_LENGTH }) }
    }
    if (text === '' || text.length > MAX_PROMPT_LENGTH) {
      return { field: 'text', text: t('textMissing', { max: MAX_PROMPT_LENGTH }) }
    }
    const sampling = readSampling(typed)
    if (typeof sampling === 'string') {
      return { field: sampling, text: models('sampling.invalid', SAMPLING_LIMITS[sampling]) }
    }
    const body = { title, text, sampling }
    await attempt(t('saved'), () =>
      prompt
        ? api.json<typeof updateSavedPrompt>('PATCH', '/saved-prompts/{id}', {
            params: { id: prompt.id },
            body,
          })
        : api.json<typeof createSavedPrompt>('POST', '/saved-prompts', {
            body: { ...body, organizationId: organizationId || null },
          }),
    )
    return undefined
  })

  async function attempt(done: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch {
      // The input remains; the API client has logged the failure.
      tell({ type: 'error', title: t('notSaved') })
      return
    }
    tell({ type: 'success', title: done })
    onDone()
  }
  return (
    <form {...form} className={styles['library']}>
      <TextField
        label={t('name')}
        name="title"
        autoComplete="off"
        dir="auto"
        defaultValue={prompt?.title}
        error={errorOf('title')}
      />
      <TextArea
        label={t('text')}
        name="text"
        rows={8}
        dir="auto"
        defaultValue={prompt?.text}
        hint={t('hint', MARKS)}
        error={errorOf('text')}
      />
      <SamplingFields sampling={prompt?.sampling} errorOf={errorOf} />
      {!prompt && <KeptFor api={api} value={organizationId} onChange={setOrganizationId} />}
      <div className={styles['buttons']}>
        <Button onClick={onBack}>{t('back')}</Button>
        {prompt && (
          <Button
            variant="danger"
            icon={Trash2}
            onClick={() =>
              void attempt(t('removed'), () =>
                api.json<typeof deleteSavedPrompt>('DELETE', '/saved-prompts/{id}', {
                  params: { id: prompt.id },
                }),
              )
            }
          >
            {t('remove')}
          </Button>
        )}
        <Button type="submit" variant="primary" isLoading={isSending}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

interface KeptForProps {
  readonly api: Api
  readonly value: string
  readonly onChange: (organizationId: string) => void
}

/** The owner of a prompt: the user, or a team in which the user may write prompts. */
function KeptFor({ api, value, onChange }: KeptForProps) {
  const t = useTexts('prompts')
  const [teams, setTeams] = useState<readonly { readonly id: string; readonly name: string }[]>([])
  useEffect(() => {
    const stop = new AbortController()
    api
      .json<typeof listOrganizations>('GET', '/organizations', { signal: stop.signal })
      .then(({ organizations }) => setTeams(organizations.filter(({ role }) => role !== 'viewer')))
      // Without a response a prompt is stored for the user.
      .catch(() => undefined)
    return () => stop.abort()
  }, [api])
  if (teams.length === 0) return null
  return (
    <Select
      label={t('for')}
      value={value}
      options={[
        { value: '', label: t('mine') },
        ...teams.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={onChange}
    />
  )
}
