/** Number of files of this page that are shown without being downloaded. */
const MAX_FILES = 20

const recent = new Map<string, Blob>()

/** Keeps what was uploaded, by the id of the attachment, for the pictures of the message that is being written. */
export function keepRecentFile(id: string, content: Blob): void {
  recent.delete(id)
  recent.set(id, content)
  for (const oldest of [...recent.keys()].slice(0, -MAX_FILES)) recent.delete(oldest)
}

export const recentFile = (id: string): Blob | undefined => recent.get(id)
