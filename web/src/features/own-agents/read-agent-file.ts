import type { AgentFile } from '@vee/contract/entities/own-agent'
import { AGENT_FILE_MAX_BYTES } from '@vee/contract/entities/own-agent-limits'

/** The newest version that this page knows. */
const VERSION = 1

/** The file of an agent as far as the page looks into it; what is in it is for the server to judge. */
export async function readAgentFile(file: Blob): Promise<AgentFile | 'newer' | undefined> {
  if (file.size > AGENT_FILE_MAX_BYTES) return undefined
  const read = parse(await file.text())
  if (typeof read !== 'object' || read === null || !('format' in read) || read.format !== 'vee-agent') {
    return undefined
  }
  const version = 'version' in read ? read.version : undefined
  if (typeof version === 'number' && version > VERSION) return 'newer'
  return version === VERSION && 'agent' in read ? (read as AgentFile) : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
