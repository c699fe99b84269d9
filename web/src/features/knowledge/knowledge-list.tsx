import { MAX_KNOWLEDGE_NAME_LENGTH, type KnowledgeBase } from '@vee/contract/http/knowledge-bases'
import { Pencil, Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { sizeText } from '#lib/files/size-text.ts'
import type { Api } from '#lib/http/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import type { ShowUndo } from '#ui/feedback/use-delayed-deletion.tsx'
import type { KnowledgeFileReader } from './knowledge-file-reader.ts'
import { KnowledgeFiles } from './knowledge-files.tsx'
import styles from './knowledge.module.css'
import { inOrder, type KnowledgeActions, type KnowledgeOwner, useKnowledge } from './use-knowledge.ts'

interface KnowledgeListProps {
  readonly api: Api
  /** default: everything that the member may see; new collections are theirs */
  readonly owner?: KnowledgeOwner
  readonly mayCreate: boolean
  readonly reader: KnowledgeFileReader
  readonly showUndo: ShowUndo
}

/** Collections of files and pages that agents answer from: create, add files and pages, rename and delete. */
export function KnowledgeList({ api, owner, mayCreate, reader, showUndo }: KnowledgeListProps) {
  const t = useTexts('knowledge')
  const language = useLanguage()
  const { listing, hasFailed, create, ...actions } = useKnowledge(api, owner)
  const bases = inOrder(listing?.items ?? [])
  return (
    <div className={styles['knowledge']}>
      {hasFailed && <p role="alert">{t('failed')}</p>}
      {listing && bases.length === 0 && <p className={styles['hint']}>{t('none')}</p>}
      <ul className={styles['bases']}>
        {bases.map((base) => (
          <li key={base.id}>
            <Base
              api={api}
              base={base}
              reader={reader}
              showUndo={showUndo}
              isOwnerShown={owner === undefined}
              {...actions}
            />
          </li>
        ))}
      </ul>
      {listing && mayCreate && <NameForm label={t('new')} submitLabel={t('create')} onSubmit={create} />}
      {listing && owner === undefined && (
        <p className={styles['hint']}>
          {t('used', {
            size: sizeText(listing.limits.usedBytes, language),
            most: sizeText(listing.limits.bytes, language),
            count: listing.limits.usedFiles,
            mostFiles: listing.limits.files,
          })}
        </p>
      )}
    </div>
  )
}

interface BaseProps extends Omit<KnowledgeActions, 'create'> {
  readonly api: Api
  readonly base: KnowledgeBase
  readonly reader: KnowledgeFileReader
  readonly showUndo: ShowUndo
  readonly isOwnerShown: boolean
}

function Base({ api, base, reader, showUndo, isOwnerShown, rename, remove, reload }: BaseProps) {
  const t = useTexts('knowledge')
  const common = useTexts('common')
  const [isEditing, setEditing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { id, name, ownerKind, ownerName, right } = base
  const mayEdit = right === 'edit'
  // An empty one, as after its creation, shows how to fill it. What the user opens or closes later stays.
  const [startsOpen] = useState(mayEdit && base.fileCount === 0)
  return (
    <details className={styles['base']} open={startsOpen}>
      <summary>
        <span dir="auto">{name}</span>
        <small>
          {[
            isOwnerShown && ownerKind === 'agent' ? t('ofAgent', { name: ownerName }) : '',
            isOwnerShown && ownerKind === 'organization' ? t('ofTeam', { name: ownerName }) : '',
            isOwnerShown && ownerKind === 'project' ? t('ofProject', { name: ownerName }) : '',
            t('files', { count: base.fileCount }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </summary>
      {mayEdit &&
        (isEditing ? (
          <NameForm
            label={t('name')}
            initial={name}
            submitLabel={t('save')}
            onSubmit={async (typed) => {
              const isSaved = typed === name || (await rename(id, typed))
              if (isSaved) setEditing(false)
              return isSaved
            }}
          />
        ) : (
          <span className={styles['actions']}>
            <IconButton
              icon={Pencil}
              size="compact"
              label={t('rename', { name })}
              onClick={() => setEditing(true)}
            />
            <IconButton
              icon={Trash2}
              size="compact"
              label={t('delete', { name })}
              onClick={() => setAsking(true)}
            />
          </span>
        ))}
      <KnowledgeFiles
        api={api}
        knowledgeId={id}
        mayEdit={mayEdit}
        reader={reader}
        showUndo={showUndo}
        onChange={() => void reload()}
      />
      {isAsking && (
        <ConfirmDialog
          title={t('deleteTitle', { name })}
          text={t('deleteText')}
          action={common('delete')}
          cancelLabel={common('cancel')}
          closeLabel={common('close')}
          onClose={() => setAsking(false)}
          onConfirm={() => remove(id)}
        />
      )}
    </details>
  )
}

interface NameFormProps {
  readonly label: string
  readonly initial?: string
  readonly submitLabel: string
  /** returns false if it failed: the name stays in the field */
  readonly onSubmit: (name: string) => Promise<boolean>
}

function NameForm({ label, initial = '', submitLabel, onSubmit }: NameFormProps) {
  const [name, setName] = useState(initial)
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    // A form within a form of the page must not send that one.
    event.stopPropagation()
    if (name.trim() === '') return
    if (await onSubmit(name.trim())) setName('')
  }
  return (
    <form className={styles['line']} onSubmit={(event) => void submit(event)}>
      <TextField
        label={label}
        value={name}
        maxLength={MAX_KNOWLEDGE_NAME_LENGTH}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit">{submitLabel}</Button>
    </form>
  )
}
