import audit from './audit.json'
import imports from './imports.json'
import codeVersions from './codeVersions.json'
import designer from './designer.json'
import diary from './diary.json'
import interview from './interview.json'
import meetings from './meetings.json'
import customAgents from './customAgents.json'
import panel from './panel.json'
import sharing from './sharing.json'
import tools from './tools.json'
import tutor from './tutor.json'

/** Texts of the agents' own screens, loaded with the first of them. */
export const views = { audit, codeVersions, designer, diary, imports, interview, meetings, customAgents, panel, sharing, tools, tutor }

/** English is the type of every other language. */
export type ViewsCatalogue = typeof views
