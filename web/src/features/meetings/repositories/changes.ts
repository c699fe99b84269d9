import type { MeetingRepository } from './meeting-repository.ts'

const changes = new EventTarget()
const CHANGED = 'changed'

/** Subscribes to changes of meetings on this page. Returns a function that unsubscribes. */
export function onMeetingsChanged(listener: () => void): () => void {
  changes.addEventListener(CHANGED, listener)
  return () => changes.removeEventListener(CHANGED, listener)
}

async function tell<Answer>(change: Promise<Answer>): Promise<Answer> {
  const answer = await change
  changes.dispatchEvent(new Event(CHANGED))
  return answer
}

/** Wraps a repository so that it publishes its changes. */
export function telling(keeper: MeetingRepository): MeetingRepository {
  return {
    ...keeper,
    create: (part) => tell(keeper.create(part)),
    change: (id, part) => tell(keeper.change(id, part)),
    changeMany: (ids, action) => tell(keeper.changeMany(ids, action)),
    addAll: (meetings) => tell(keeper.addAll(meetings)),
    summarize: (...wish) => tell(keeper.summarize(...wish)),
  }
}
