import type { Locale } from '@vee/contract/entities/locale'
import { CreditCard, GitBranch, Settings, SquareTerminal } from 'lucide-react'
import { useStore } from 'zustand'
import { hasPlans, ServiceBadge } from '#features/system/service-status/index.ts'
import { StateGlyph, useVoice } from '#features/voice/voice-dock/index.ts'
import { useTexts } from '#i18n/index.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/display/icon.tsx'
import { useRuntime } from '../../runtime-context.ts'
import styles from './footer.module.css'
import { ConnectLink } from '../connect-link.tsx'
import { Link } from '../link.tsx'
import { PRODUCT } from './product.ts'
import { useActiveAgent } from '../../runtime.ts'
import { canBeTalkedTo } from '../../chat/agents.ts'
import { hearingOf, startListening, stopEverything } from './hearing.ts'
import voiceColours from '../voice-colours.module.css'

interface FooterProps {
  readonly locale: Locale
  readonly isSignedIn: boolean
  /** hidden on small screens, where it would cover the message field */
  readonly isHiddenWhenSmall: boolean
}

export function Footer({ locale, isSignedIn, isHiddenWhenSmall }: FooterProps) {
  const t = useTexts('shell')
  const { shell } = useRuntime()
  const sells = useStore(shell.service.store, ({ outcome }) => hasPlans(outcome))
  const isLogOpen = useStore(shell.page.store, (interfaceState) => interfaceState.isLogOpen)
  return (
    <footer className={classNames(styles['footer'], isHiddenWhenSmall && styles['roomy'])}>
      <span className={styles['copyright']}>
        {t('copyright', { year: PRODUCT.year, holder: PRODUCT.holder })}
      </span>
      <HearingIndicator />
      <ServiceBadge
        status={shell.service}
        renderConnect={(content, className) => <ConnectLink className={className}>{content}</ConnectLink>}
      />
      <span className={styles['gap']} />
      {!isSignedIn && sells && (
        <button
          type="button"
          className={styles['link']}
          aria-haspopup="dialog"
          aria-label={t('plans')}
          onClick={() => shell.page.openModal({ id: 'plans', size: 'large' })}
        >
          <Icon of={CreditCard} size="s" />
          <span className={styles['word']}>{t('plans')}</span>
        </button>
      )}
      <button
        type="button"
        className={styles['link']}
        aria-expanded={isLogOpen}
        aria-label={t('log')}
        onClick={() => shell.page.setLogOpen(!isLogOpen)}
      >
        <Icon of={SquareTerminal} size="s" />
        <span className={styles['word']}>{t('log')}</span>
      </button>
      {PRODUCT.sourceUrl !== undefined && (
        <a
          className={styles['link']}
          href={PRODUCT.sourceUrl}
          rel="noopener"
          target="_blank"
          aria-label={t('source')}
        >
          <Icon of={GitBranch} size="s" />
          <span className={styles['word']}>{t('source')}</span>
        </a>
      )}
      <Link to={`/${locale}/settings`} className={styles['link']} aria-label={t('titles.settings')}>
        <Icon of={Settings} size="s" />
        <span className={styles['word']}>{t('titles.settings')}</span>
      </Link>
    </footer>
  )
}

/** Starts and stops listening from any screen; in other states it only displays them. */
function HearingIndicator() {
  const t = useTexts('shell')
  const voice = useTexts('voice')
  const { agents, session } = useRuntime()
  const agentId = useActiveAgent()
  const mayListen = useStore(agents, (catalogue) => canBeTalkedTo(catalogue, agentId))
  const { visual } = useVoice(session)
  const state = voice(`state.${visual}`)
  const action = hearingOf(visual, mayListen)
  return (
    <button
      type="button"
      className={classNames(styles['hearing'], voiceColours[visual])}
      aria-disabled={action === undefined}
      aria-label={action ? t(`hearing.${action}`, { state }) : state}
      onClick={() => {
        if (action === 'start') startListening(session)
        else if (action === 'stop') stopEverything(session)
      }}
    >
      <span className={styles['glyph']}>
        <StateGlyph state={visual} />
      </span>
      <span className={styles['dot']} aria-hidden="true" />
      <span>{state}</span>
    </button>
  )
}
