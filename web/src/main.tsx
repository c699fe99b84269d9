import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { switchTexts } from '#i18n/index.ts'
import { App } from '#app/app.tsx'

await switchTexts('en')

const container = document.getElementById('root')
if (!container) throw new Error('index.html lacks #root')
createRoot(container).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
