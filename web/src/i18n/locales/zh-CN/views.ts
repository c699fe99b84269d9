import type { ViewsCatalogue } from '../en/views.ts'
import diary from './diary.json'
import panel from './panel.json'
import tools from './tools.json'

export const views: ViewsCatalogue = { diary, panel, tools }
