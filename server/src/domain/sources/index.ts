export { citedEvents, type CitedLlmEvent } from './cited-events.ts'
export { type ReplySources, type SourceMaterial } from './reply-sources.ts'
export { citedParts, type ShownSource, SOURCE_RULES } from './source-in-prompt.ts'
export { createSources, type Sources } from './sources.ts'
