import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ComposerPort } from '#voice/session/ports.ts'
import type { Chat } from './chat.ts'
import { isAnyPreparing, readyAttachments } from '../files/draft-attachment.ts'
import { attachFiles, sendWhenPrepared } from '../files/lazy-files.ts'
import { lazyAttachStill } from '../look/lazy-look.ts'
import { needsStill } from '../look/needs-still.ts'

/**
 * The field for writing a message. Its draft belongs to the chat; this state belongs to the field on the
 * screen.
 */
export interface Composer extends ComposerPort {
  readonly chat: Chat
  /** true after an attempt to send an empty message, until something is typed */
  readonly isEmptyRefused: StoreApi<boolean>
  type(text: string): void
  /** Attaches files to the message; a failure is shown next to the file. */
  attach(files: readonly File[]): void
  focus(): void
  isEmpty(): boolean
  /** Removes the text from the end of the draft, if it is there. */
  takeBack(text: string): void
  /** The field and the button as they are mounted. */
  attachField(element: HTMLTextAreaElement | null): void
  attachAction(element: HTMLButtonElement | null): void
}

/**
 * Calls `onSend` with the trimmed text; the chat clears the draft when it has stored that text as a message.
 */
export function createComposer(chat: Chat, onSend: (text: string) => void): Composer {
  const isEmptyRefused = createStore(() => false)
  let field: HTMLTextAreaElement | null = null
  let action: HTMLButtonElement | null = null

  return {
    chat,
    isEmptyRefused,
    attachField(element) {
      field = element
    },
    attachAction(element) {
      action = element
    },
    type(text) {
      isEmptyRefused.setState(false)
      chat.setDraft(text)
    },
    attach(files) {
      if (files.length === 0) return
      isEmptyRefused.setState(false)
      attachFiles(chat, files)
    },
    focus: () => field?.focus(),
    isEmpty: () => chat.state.getState().draft.trim() === '',
    takeBack(text) {
      const { draft } = chat.state.getState()
      if (draft.endsWith(text)) chat.setDraft(draft.slice(0, -text.length).trimEnd())
    },
    addTranscript(text) {
      isEmptyRefused.setState(false)
      chat.addToDraft(text)
      // The picture shows what the words are about: it is taken now, and not when the message is sent.
      if (needsStill(chat.state.getState().draftAttachments)) void lazyAttachStill(chat)
    },
    focusSend: () => action?.focus(),
    send() {
      const { draft, draftAttachments } = chat.state.getState()
      if (isAnyPreparing(draftAttachments)) {
        sendWhenPrepared(chat, () => this.send())
        return
      }
      if (needsStill(draftAttachments)) {
        void lazyAttachStill(chat).then((isAttached) => isAttached && this.send())
        return
      }
      const text = draft.trim()
      const isEmpty = text === '' && readyAttachments(draftAttachments).length === 0
      isEmptyRefused.setState(isEmpty)
      if (isEmpty) field?.focus()
      // Files without text are no utterance: the voice session takes part only from the reply on.
      else if (text === '') chat.send('')
      else onSend(text)
    },
  }
}
