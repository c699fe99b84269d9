import type { MeetingRepository } from './meeting-repository.ts'

const changes = new EventTarget()
const CHANGED = 'changed'

/** Subscribes to changes of meetings on this page. Returns a function that unsubscribes. */
export function onMeetingsChanged(listener: () => void): () => void {
  changes.addEventListener(CHANGED, listener)
  return () => changes.removeEventListener(CHANGED, listener)
}

async function announceChange<Answer>(change: Promise<Answer>): Promise<Answer> {
  const result = await change
  changes.dispatchEvent(new Event(CHANGED))
  return result
}

/** Wraps a repository so that it publishes its changes. */
export function announcingChanges(repository: MeetingRepository): MeetingRepository {
  return {
    ...repository,
    create: (fields) => announceChange(repository.create(fields)),
    change: (id, fields) => announceChange(repository.change(id, fields)),
    changeMany: (ids, action) => announceChange(repository.changeMany(ids, action)),
    addAll: (meetings) => announceChange(repository.addAll(meetings)),
    summarize: (...wish) => announceChange(repository.summarize(...wish)),
  }
}
