import type { KnowledgeHit } from '@vee/contract/http/knowledge'
import { PassageIndex } from '@vee/contract/passages/passage-index'
import type { VisitorConversation, BrowserSearch } from './browser-search.ts'

/** A separate entry point, loaded by the first search: the index of the conversations that are in this browser only. */
const index = new PassageIndex()

function answer({ q, limit, conversations }: BrowserSearch): readonly KnowledgeHit[] {
  const byKey = new Map(conversations.map((conversation) => [conversation.id, conversation]))
  const stamps = new Map(conversations.map(({ id, stamp }) => [id, stamp]))
  for (const key of index.compare(stamps)) {
    const conversation = byKey.get(key)
    if (conversation) index.add(documentOf(conversation))
  }
  return index.search({ q, offset: 0, limit }).hits.map(({ id, title, excerpt, marks, place, at }) => ({
    kind: 'conversation',
    id,
    title,
    excerpt,
    marks: marks.map(([start, end]) => [start, end]),
    place,
    at: new Date(at).toISOString(),
    conversationId: id,
    agentId: byKey.get(id)?.agentId,
  }))
}

const documentOf = ({ id, stamp, title, messages }: VisitorConversation) => ({
  key: id,
  stamp,
  kind: 'conversation' as const,
  id,
  title,
  parts: messages.map(({ id: messageId, content, timestamp }) => ({
    text: content,
    place: { messageId },
    at: Date.parse(timestamp) || 0,
  })),
})

self.addEventListener('message', ({ data }: MessageEvent<BrowserSearch>) => {
  self.postMessage({ id: data.id, hits: answer(data) })
})
