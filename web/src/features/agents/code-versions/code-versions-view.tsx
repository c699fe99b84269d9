import { CodeXml, Download } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { AgentViewProps } from '#lib/agent-view.ts'
import { downloadText } from '#lib/files/download-text.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { LineDiff } from '#ui/display/line-diff.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Tabs } from '#ui/controls/tabs.tsx'
import styles from './code-versions.module.css'
import { fenced } from '#lib/files/fenced-blocks.ts'
import { codeOf, fileNameOf } from './versions.ts'

const TABS = ['code', 'changes'] as const
type Tab = (typeof TABS)[number]

/** The code of the conversation: each version, its changes, and the file. */
export function CodeVersionsView({ talk, Markdown }: AgentViewProps) {
  const t = useTexts('codeVersions')
  const [tab, setTab] = useState<Tab>('code')
  const [language, setLanguage] = useState<string>()
  /** undefined for the newest */
  const [chosen, setChosen] = useState<number>()
  const files = codeOf(talk.messages)
  const file = files.find((each) => each.language === language) ?? files.at(-1)
  if (!file) return <EmptyState icon={CodeXml} title={t('empty')} level={3} />

  const { versions } = file
  const index = Math.min(chosen ?? versions.length - 1, versions.length - 1)
  const code = versions[index] ?? ''
  return (
    <div className={styles['view']}>
      <div className={styles['actions']}>
        {files.length > 1 && (
          <Select
            label={t('language')}
            value={file.language}
            options={files.map((each) => ({
              value: each.language,
              label: each.language === '' ? t('plain') : each.language,
            }))}
            onChange={(value) => {
              setLanguage(value)
              setChosen(undefined)
            }}
          />
        )}
        <Select
          label={t('version')}
          value={String(index)}
          options={versions.map((_code, position) => ({
            value: String(position),
            label: String(position + 1),
          }))}
          onChange={(value) => setChosen(Number(value))}
        />
        <Button icon={Download} onClick={() => downloadText(fileNameOf(file.language), `${code}\n`)}>
          {t('download')}
        </Button>
      </div>
      <Tabs
        label={t('show')}
        tabs={TABS.map((id) => ({ id, label: t(`views.${id}`) }))}
        selected={tab}
        onSelect={setTab}
      >
        {tab === 'code' && <Markdown text={fenced(file.language, code)} />}
        {tab === 'changes' && <Changes before={versions[index - 1]} after={code} number={index} />}
      </Tabs>
    </div>
  )
}

interface ChangesProps {
  /** undefined for the first version */
  readonly before: string | undefined
  readonly after: string
  /** of the version before, from 1 */
  readonly number: number
}

function Changes({ before, after, number }: ChangesProps) {
  const t = useTexts('codeVersions')
  if (before === undefined) return <p className={styles['empty']}>{t('onlyOne')}</p>
  return (
    <LineDiff
      before={before}
      after={after}
      label={t('compare', { number })}
      addedLabel={t('added')}
      removedLabel={t('removed')}
    />
  )
}
