import diary from './diary.json'
import panel from './panel.json'

/** What the agents' own screens say, loaded with the first of them. */
export const views = { diary, panel }

/** English is the type of every other language. */
export type ViewsCatalogue = typeof views
