import type { MeetingRepository } from './meeting-repository.ts'

const changes = new EventTarget()
const CHANGED = 'changed'

/** Subscribes to changes of meetings on this page. Returns a function that unsubscribes. */
export function onMeetingsChanged(listener: () => void): () => void {
  changes.addEventListener(CHANGED, listener)
  return () => changes.removeEventListener(CHANGED, listener)
}

async function tell<Answer>(change: Promise<Answer>): Promise<Answer> {
  const result = await change
  changes.dispatchEvent(new Event(CHANGED))
  return result
}

/** Wraps a repository so that it publishes its changes. */
export function telling(repository: MeetingRepository): MeetingRepository {
  return {
    ...repository,
    create: (fields) => tell(repository.create(fields)),
    change: (id, fields) => tell(repository.change(id, fields)),
    changeMany: (ids, action) => tell(repository.changeMany(ids, action)),
    addAll: (meetings) => tell(repository.addAll(meetings)),
    summarize: (...wish) => tell(repository.summarize(...wish)),
  }
}
