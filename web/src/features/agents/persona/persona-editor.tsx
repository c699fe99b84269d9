import type { AgentId } from '@vee/contract/entities/agent-ids'
import { MAX_PERSONA_LENGTH } from '@vee/contract/entities/persona'
import type { postPersona } from '@vee/contract/http/chat-settings'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { readText, removeStorageKey, writeText } from '#lib/storage/storage.ts'
import { storageKeyOf } from '#lib/storage/tab-storage.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextArea } from '#ui/controls/text-field.tsx'
import styles from './persona-editor.module.css'

interface PersonaEditorProps {
  readonly api: Api
  readonly agentId: AgentId
  readonly agentLabel: string
  readonly conversationId: string
}

/**
 * Sets the persona of an agent. The tab stores it and sends it with each question; the server stores it for
 * the conversation.
 */
export function PersonaEditor({ api, agentId, agentLabel, conversationId }: PersonaEditorProps) {
  const t = useTexts('tools')
  const storageKey = storageKeyOf('persona', agentId)
  const [stored, setStored] = useState(() => readText(storageKey) ?? '')
  // A style that is in use is shown at once.
  const [wasKept] = useState(stored !== '')
  const [text, setText] = useState(stored)
  const [notice, setTold] = useState<'saved' | 'removed'>()

  async function save(wished: string): Promise<void> {
    const persona = wished.trim()
    if (persona === '') removeStorageKey(storageKey)
    else writeText(storageKey, persona)
    setStored(persona)
    setText(persona)
    setTold(persona === '' ? 'removed' : 'saved')
    const body = { agentId, conversationId, personaOverride: persona === '' ? null : persona }
    // If the request fails, the server receives it with the next question.
    await api.send<typeof postPersona>('POST', '/chat/persona', { body }).catch(() => undefined)
  }

  return (
    <details className={styles['persona']} open={wasKept}>
      <summary>{t('persona.title', { agent: agentLabel })}</summary>
      <TextArea
        label={t('persona.label')}
        hint={t('persona.hint')}
        rows={2}
        maxLength={MAX_PERSONA_LENGTH}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setTold(undefined)
        }}
      />
      <div className={styles['actions']}>
        <Button
          size="compact"
          aria-disabled={text.trim() === stored}
          onClick={() => {
            if (text.trim() !== stored) void save(text)
          }}
        >
          {t('persona.save')}
        </Button>
        {stored !== '' && (
          <Button size="compact" variant="quiet" onClick={() => void save('')}>
            {t('persona.remove')}
          </Button>
        )}
        <span role="status">{notice && t(`persona.${notice}`, { agent: agentLabel })}</span>
      </div>
    </details>
  )
}
