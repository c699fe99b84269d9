import type { ComponentType } from 'react'
import { useStore } from 'zustand'
import { loadViewTexts } from '#i18n/index.ts'
import { useRuntime } from '../runtime-context.ts'
import type { ModalId } from './services/interface-state.ts'
import { lazyPart } from './lazy-part.ts'
import type { ModalProps } from './modals/modal-props.ts'
import { PartBoundary } from './part-boundary.tsx'

const MODALS: Readonly<Record<ModalId, ComponentType<ModalProps>>> = {
  'agent-hub': lazyPart(async () => (await import('./modals/agent-hub-modal.tsx')).AgentHubModal),
  'command-palette': lazyPart(async () => (await import('./modals/palette-modal.tsx')).PaletteModal),
  'history-preview': lazyPart(
    async () => (await import('./modals/history-preview-modal.tsx')).HistoryPreviewModal,
  ),
  'model-picker': lazyPart(async () => (await import('./modals/model-picker-modal.tsx')).ModelPickerModal),
  'voice-doctor': lazyPart(async () => (await import('./modals/voice-doctor-modal.tsx')).VoiceDoctorModal),
  'wake-words': lazyPart(async () => (await import('./modals/wake-words-modal.tsx')).WakeWordsModal),
  plans: lazyPart(async () => (await import('./modals/plans-modal.tsx')).PlansModal),
  'set-up': lazyPart(async () => (await import('./modals/set-up-modal.tsx')).SetUpModal),
  'share-link': lazyPart(
    async () => (await import('./modals/share-link-modal.tsx')).ShareLinkModal,
    loadViewTexts,
  ),
  prompts: lazyPart(async () => (await import('./modals/prompts-modal.tsx')).PromptsModal),
  'keyboard-help': lazyPart(async () => (await import('./modals/keyboard-help-modal.tsx')).KeyboardHelpModal),
}

/** The overlays of the page, each loaded on first use. */
export function Modals({
  locale,
  isSignedIn,
}: Omit<ModalProps, 'dialogOptions' | 'modelWish' | 'conversation'>) {
  const { shell } = useRuntime()
  const modals = useStore(shell.page.store, (interfaceState) => interfaceState.modals)
  return modals.map(({ id, closable, size, modelWish, conversation }) => {
    const Part = MODALS[id]
    const close = () => shell.page.closeModal(id)
    return (
      <PartBoundary key={id} onFailure={close}>
        <Part
          locale={locale}
          isSignedIn={isSignedIn}
          modelWish={modelWish}
          conversation={conversation}
          dialogOptions={{ onClose: close, size, isClosable: closable }}
        />
      </PartBoundary>
    )
  })
}
