import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { switchTexts } from '#i18n/index.ts'
import { firstFonts } from '#themes/index.ts'
import '#themes/themes.css'
import { App, settleAddress } from '#app/app.tsx'
import { RuntimeContext } from '#app/runtime-context.ts'
import { createRuntime } from '#app/runtime.ts'

const container = document.getElementById('root')
if (!container) throw new Error('index.html lacks #root')

const locale = settleAddress()
document.documentElement.lang = locale
await Promise.all([switchTexts(locale), firstFonts()])

const root = createRoot(container)
const runtime = createRuntime()
// In slices, so that a slow phone can respond to touches in between.
startTransition(() => {
  root.render(
    <StrictMode>
      <RuntimeContext value={runtime}>
        <App />
      </RuntimeContext>
    </StrictMode>,
  )
})
