import type { ViewsCatalogue } from '../en/views.ts'
import designer from './designer.json'
import diary from './diary.json'
import interview from './interview.json'
import panel from './panel.json'
import tools from './tools.json'

export const views: ViewsCatalogue = { designer, diary, interview, panel, tools }
