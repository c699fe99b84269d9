import type { AgentFile } from '@vee/contract/entities/own-agent'
import { AGENT_FILE_MAX_BYTES } from '@vee/contract/entities/own-agent-limits'

/** The newest version supported by this page. */
const VERSION = 1

/** Parses the envelope of an agent's file; its content is validated by the server. */
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
