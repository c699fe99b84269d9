import { plainLines } from '@vee/contract/text/plain-markdown'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Chat } from '#features/chat/index.ts'
import { EyesOff } from '#features/voice/voice-dock/eyes-off.tsx'
import { useEyesOff } from '#lib/eyes-off.ts'
import type { VoiceSession, VoiceSnapshot } from '#voice/index.ts'

interface EyesOffScreenProps {
  readonly session: VoiceSession
  readonly snapshot: VoiceSnapshot
  readonly chat: Chat
}

const leave = () => useEyesOff.setState({ isOn: false })

/** The conversation without text: hides the rest of the page, and shows the sentence that is spoken. */
export function EyesOffScreen({ session, snapshot, chat }: EyesOffScreenProps) {
  const { saying } = snapshot
  const text = useStore(chat.state, ({ running, messages }) => {
    if (!saying) return ''
    if (running?.replyId === saying.replyId) return running.text
    return messages.find(({ id }) => id === saying.replyId)?.text ?? ''
  })
  const isRunning = useStore(chat.state, ({ running }) => running !== undefined)
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset['eyesOff'] = ''
    return () => {
      delete dataset['eyesOff']
    }
  }, [])
  return (
    <EyesOff
      session={session}
      snapshot={snapshot}
      sentence={saying ? plainLines(text.slice(saying.start, saying.end)).join(' ') : ''}
      canStop={isRunning || snapshot.state.phase === 'speaking'}
      onLeave={leave}
    />
  )
}
