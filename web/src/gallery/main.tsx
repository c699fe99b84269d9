import { createRoot } from 'react-dom/client'
import '#themes/themes.css'
import { Gallery } from './gallery.tsx'
import { letStatesBeForced } from './forced-states.ts'

const container = document.getElementById('root')
if (!container) throw new Error('gallery.html lacks #root')
createRoot(container).render(<Gallery />)
letStatesBeForced()
