import { Download, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { readTextFile } from '#lib/files/read-text-file.ts'
import { downloadText } from '#lib/files/download-text.ts'
import { changePreferences, DEFAULT_PREFERENCES } from '#lib/preferences/index.ts'
import { resetHistoryConfig, resetSettings } from '#lib/settings/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { FileChooser } from '#ui/controls/file-chooser.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import styles from './settings.module.css'
import { exportSettings, importSettings } from './settings-file.ts'

export interface DataSectionProps {
  readonly onForgetChat: () => void
  readonly onForgetBrowser: () => void
  readonly tell: (notice: {
    readonly type: 'success' | 'error'
    readonly title: string
    readonly message?: string
  }) => void
}

type Question = 'reset' | 'forget' | 'browser'

/** Export, import, reset and deletion of data. */
export function DataSection({ onForgetChat, onForgetBrowser, tell }: DataSectionProps) {
  const t = useTexts('settings')
  const common = useTexts('common')
  const [question, setQuestion] = useState<Question>()
  const close = () => setQuestion(undefined)

  function confirm(): void {
    close()
    if (question === 'forget') return onForgetChat()
    if (question === 'browser') return onForgetBrowser()
    resetSettings()
    resetHistoryConfig()
    changePreferences(DEFAULT_PREFERENCES)
    tell({ type: 'success', title: t('data.resetDone') })
  }

  const action = question && t(`data.${question}`)
  return (
    <>
      <p className={styles['text']}>{t('data.text')}</p>
      <SettingsTransfer tell={tell} />
      <div className={styles['actions']}>
        <Button variant="danger" onClick={() => setQuestion('reset')}>
          {t('data.reset')}
        </Button>
        <Button variant="danger" onClick={() => setQuestion('forget')}>
          {t('data.forget')}
        </Button>
        <Button variant="danger" onClick={() => setQuestion('browser')}>
          {t('data.browser')}
        </Button>
      </div>
      {question && (
        <Dialog
          isOpen
          onClose={close}
          title={action ?? ''}
          description={t(`data.${question}Question`)}
          closeLabel={common('close')}
          size="small"
          footer={
            <>
              <Button onClick={close}>{common('cancel')}</Button>
              <Button variant="danger" onClick={confirm}>
                {action}
              </Button>
            </>
          }
        />
      )}
    </>
  )
}

/** Exports the settings as a file, and imports one. */
function SettingsTransfer({ tell }: Pick<DataSectionProps, 'tell'>) {
  const t = useTexts('settings')
  const file = useRef<HTMLInputElement>(null)
  async function read(chosen: File | undefined): Promise<void> {
    if (!chosen) return
    if (importSettings((await readTextFile(chosen)).text))
      tell({ type: 'success', title: t('data.imported') })
    else tell({ type: 'error', title: t('data.broken'), message: t('data.brokenHelp') })
  }

  return (
    <div className={styles['actions']}>
      <Button
        icon={Download}
        onClick={() => downloadText('vee-settings.json', exportSettings(new Date()), 'application/json')}
      >
        {t('data.export')}
      </Button>
      <Button icon={Upload} onClick={() => file.current?.click()}>
        {t('data.import')}
      </Button>
      <FileChooser
        ref={file}
        label={t('data.import')}
        accept="application/json,.json"
        onChoose={([chosen]) => void read(chosen)}
      />
    </div>
  )
}
