import type { importCustomAgent } from '@vee/contract/http/custom-agents'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { type Api, ApiError } from '#lib/http/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import type { AgentProposal } from './imported.ts'
import styles from './imports.module.css'

interface ProposalsProps {
  readonly api: Api
  readonly proposals: readonly AgentProposal[]
}

/** Assistants and instructions of another program, each of which becomes a custom agent when the person says so. */
export function Proposals({ api, proposals }: ProposalsProps) {
  const t = useTexts('imports')
  const [added, setAdded] = useState<ReadonlySet<AgentProposal>>(new Set())
  const [busy, setBusy] = useState<AgentProposal>()
  const [failure, setFailure] = useState<'agentsFull' | 'agentFailed'>()
  if (proposals.length === 0) return null
  async function add(proposal: AgentProposal): Promise<void> {
    setBusy(proposal)
    setFailure(undefined)
    try {
      await api.json<typeof importCustomAgent>('POST', '/agents/import', {
        body: {
          format: 'vee-agent',
          version: 1,
          agent: { ...proposal, startingPrompts: [...proposal.startingPrompts] },
        },
      })
      setAdded((before) => new Set([...before, proposal]))
    } catch (error) {
      setFailure(error instanceof ApiError && error.code === 'AGENTS_FULL' ? 'agentsFull' : 'agentFailed')
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <section className={styles['parts']} aria-labelledby="import-proposals">
      <h4 id="import-proposals">{t('proposals')}</h4>
      <p className={styles['note']}>{t('proposalsText')}</p>
      {failure && <Banner tone="error" title={t(failure)} />}
      <ul className={styles['imports']} aria-labelledby="import-proposals">
        {proposals.map((proposal) => (
          <li key={`${proposal.name} ${proposal.instructions}`}>
            <details className={styles['proposal']}>
              <summary>{proposal.name}</summary>
              <p className={styles['instructions']}>{proposal.instructions}</p>
            </details>
            {added.has(proposal) ? (
              <span role="status">{t('agentAdded')}</span>
            ) : (
              <Button
                icon={Plus}
                aria-label={t('addAgentNamed', { name: proposal.name })}
                isLoading={busy === proposal}
                onClick={() => void add(proposal)}
              >
                {t('addAgent')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
