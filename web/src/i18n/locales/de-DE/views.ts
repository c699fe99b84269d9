import type { ViewsCatalogue } from '../en/views.ts'
import panel from './panel.json'

export const views: ViewsCatalogue = { panel }
