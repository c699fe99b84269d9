import { Lock } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Icon } from '#ui/display/icon.tsx'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import type { useMentions } from './use-mentions.ts'
import styles from './mention-list.module.css'

type Mentions = Pick<
  ReturnType<typeof useMentions>,
  'listId' | 'options' | 'active' | 'optionIdOf' | 'choose' | 'isOpen'
>

/** The assistants whose names begin with what was typed after "@". The focus stays in the field. */
export function MentionList({ isOpen, listId, options, active, optionIdOf, choose }: Mentions) {
  const t = useTexts('chat')
  return (
    <>
      {isOpen && (
        <div
          id={listId}
          role="listbox"
          aria-label={t('mentions.list')}
          className={styles['list']}
          // It can be scrolled by keys where it is long.
          tabIndex={0}
          // The field keeps the focus, and its keyboard on a phone stays.
          onMouseDown={(event) => event.preventDefault()}
        >
          {options.map((agent) => (
            // The field handles the keys.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={agent.id}
              ref={agent === active ? keepInView : undefined}
              id={optionIdOf(agent.id)}
              role="option"
              aria-selected={agent === active}
              aria-disabled={agent.lockedReason !== undefined || undefined}
              className={styles['option']}
              style={{ '--agent-colour': `var(--${agent.themeColor})` } as CSSProperties}
              onClick={() => choose(agent)}
            >
              <span className={styles['name']}>{agent.label}</span>
              {agent.lockedReason !== undefined && (
                <span className={styles['reason']}>
                  <Icon of={Lock} size="s" />
                  {agent.lockedReason}
                </span>
              )}
            </div>
          ))}
        </div>
      )}
      <div aria-live="polite">
        <VisuallyHidden>{isOpen ? t('mentions.hint') : ''}</VisuallyHidden>
      </div>
    </>
  )
}

function keepInView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}
