import { PanelRightOpen } from 'lucide-react'
import {
  createContext,
  use,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type RefObject,
} from 'react'
import type { ExtraProps } from 'react-markdown'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { OpenBesideContext } from '../open-beside.ts'
import { withMoney } from '../markdown/formulas.ts'

/** The Markdown that is being rendered, to which the positions of its nodes belong. */
export const SourceContext = createContext('')

/** A table scrolls by itself when it is wider than the column, and can then be opened next to the conversation. */
export function WideTable({ node, dir, children }: ComponentProps<'table'> & ExtraProps) {
  const t = useTexts('chat')
  const view = useRef<HTMLDivElement>(null)
  const isWide = useIsScrolling(view)
  const source = use(SourceContext)
  const openBeside = use(OpenBesideContext)
  const { start, end } = node?.position ?? {}
  const markdown = withMoney(source.slice(start?.offset ?? 0, end?.offset ?? 0))
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div ref={view} data-scrolls tabIndex={0} dir={dir}>
        <table dir={dir}>{children}</table>
      </div>
      {isWide && openBeside && markdown !== '' && (
        <div data-foot>
          <Button
            size="compact"
            variant="quiet"
            icon={PanelRightOpen}
            aria-label={t('openBeside')}
            onClick={() => openBeside(markdown)}
          >
            {t('diagram.open')}
          </Button>
        </div>
      )}
    </>
  )
}

/** Returns whether the content of the element is wider than the element. */
function useIsScrolling(view: RefObject<HTMLElement | null>): boolean {
  const [isWide, setWide] = useState(false)
  useLayoutEffect(() => {
    const element = view.current
    const content = element?.firstElementChild
    if (!element || !content) return undefined
    const measure = () => setWide(element.scrollWidth > element.clientWidth + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(content)
    return () => observer.disconnect()
  }, [view])
  return isWide
}
