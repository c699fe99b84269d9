import type { ViewsCatalogue } from '../en/views.ts'
import audit from './audit.json'
import codeVersions from './codeVersions.json'
import designer from './designer.json'
import diary from './diary.json'
import interview from './interview.json'
import meetings from './meetings.json'
import ownAgents from './ownAgents.json'
import panel from './panel.json'
import sharing from './sharing.json'
import tools from './tools.json'
import tutor from './tutor.json'

export const views: ViewsCatalogue = { audit, codeVersions, designer, diary, interview, meetings, ownAgents, panel, sharing, tools, tutor }
