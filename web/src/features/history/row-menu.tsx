import type { ConversationSummary, FoundConversation } from '@vee/contract/entities/conversation'
import {
  Archive,
  ArchiveRestore,
  Ellipsis,
  FileJson,
  FileText,
  FolderInput,
  Link2,
  ListChecks,
  Mail,
  MailOpen,
  Pencil,
  Pin,
  PinOff,
  Tag,
  Trash2,
} from 'lucide-react'
import { useTexts } from '#i18n/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { MenuButton, type MenuGroup } from '#ui/controls/menu-button.tsx'

/** What can be done with a conversation of the list. */
export interface RowActions {
  readonly onOpen: (item: FoundConversation) => void
  readonly onPin: (item: ConversationSummary, pinned: boolean) => void
  readonly onRead: (item: ConversationSummary, unread: boolean) => void
  readonly onTag: (item: ConversationSummary) => void
  readonly onMove: (item: ConversationSummary) => void
  readonly onSelect: (item: ConversationSummary) => void
  /** returns the conversations that are dragged with this one */
  readonly dragged: (item: ConversationSummary) => readonly ConversationSummary[]
  readonly onRename: (item: ConversationSummary, title: string) => void
  readonly onArchive: (item: ConversationSummary, archived: boolean) => void
  readonly onShare: (item: ConversationSummary) => void
  readonly onExport: (item: ConversationSummary, format: 'markdown' | 'json') => void
  readonly onDelete: (item: ConversationSummary) => void
}

interface RowMenuProps {
  readonly item: ConversationSummary
  /** the displayed title */
  readonly title: string
  readonly actions: Omit<RowActions, 'onOpen' | 'dragged'>
  readonly onRename: () => void
}

/** The menu with all actions of a conversation. */
export function RowMenu({ item, title, actions, onRename }: RowMenuProps) {
  const t = useTexts('history')
  return (
    <MenuButton
      label={t('actionsFor', { title })}
      align="end"
      renderOpener={(props) => (
        <IconButton {...props} icon={Ellipsis} label={t('actionsFor', { title })} size="compact" />
      )}
      groups={[
        { items: organizingItems(t, item, { ...actions, onRename }) },
        { items: copyItems(t, item, actions) },
        {
          items: [
            {
              id: 'delete',
              label: t('delete'),
              icon: Trash2,
              keys: t('deleteKey'),
              isDanger: true,
              onSelect: () => actions.onDelete(item),
            },
          ],
        },
      ]}
    />
  )
}

type Texts = ReturnType<typeof useTexts<'history'>>

type OrganizingItemActions = Pick<
  RowActions,
  'onArchive' | 'onPin' | 'onTag' | 'onMove' | 'onRead' | 'onSelect'
> &
  Pick<RowMenuProps, 'onRename'>

/** Returns the entries that name, sort and select a conversation. */
function organizingItems(
  t: Texts,
  item: ConversationSummary,
  { onRename, onArchive, onPin, onTag, onMove, onRead, onSelect }: OrganizingItemActions,
): MenuGroup['items'] {
  return [
    { id: 'rename', label: t('rename'), icon: Pencil, keys: 'F2', onSelect: onRename },
    {
      id: 'archive',
      label: t(item.archived ? 'unarchive' : 'archive'),
      icon: item.archived ? ArchiveRestore : Archive,
      onSelect: () => onArchive(item, !item.archived),
    },
    {
      id: 'pin',
      label: t(item.pinned ? 'unpin' : 'pin'),
      icon: item.pinned ? PinOff : Pin,
      onSelect: () => onPin(item, !item.pinned),
    },
    { id: 'tags', label: t('tags.edit'), icon: Tag, onSelect: () => onTag(item) },
    { id: 'project', label: t('projects.move'), icon: FolderInput, onSelect: () => onMove(item) },
    {
      id: 'unread',
      label: t(item.unread ? 'markRead' : 'markUnread'),
      icon: item.unread ? MailOpen : Mail,
      onSelect: () => onRead(item, !item.unread),
    },
    { id: 'select', label: t('select.one'), icon: ListChecks, keys: 'X', onSelect: () => onSelect(item) },
  ]
}

/** Returns the entries that give a conversation to others: a link, and files. */
function copyItems(
  t: Texts,
  item: ConversationSummary,
  { onShare, onExport }: Pick<RowActions, 'onShare' | 'onExport'>,
): MenuGroup['items'] {
  return [
    { id: 'share', label: t('shareLink'), icon: Link2, onSelect: () => onShare(item) },
    {
      id: 'markdown',
      label: t('exportMarkdown'),
      icon: FileText,
      onSelect: () => onExport(item, 'markdown'),
    },
    { id: 'json', label: t('exportJson'), icon: FileJson, onSelect: () => onExport(item, 'json') },
  ]
}
